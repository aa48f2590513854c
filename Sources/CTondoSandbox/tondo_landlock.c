#include "tondo_sanitized.h"
#include "tondo_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int tondo_renounce_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// As the kernel has it now; Debian 12's headers know the first field alone.
struct rules {
    uint64_t files;
    uint64_t ports;
    uint64_t scopes;
};

// How many rights each version of the interface knows. A kernel refuses what it does not know, so that is left out.
static const struct { int files, ports, scopes; } known[] = {
    {13, 0, 0}, {14, 0, 0}, {15, 0, 0}, {15, 2, 0}, {16, 2, 0}, {16, 2, 2},
};

static uint64_t all(int count) { return (UINT64_C(1) << count) - 1; }

static int new_ruleset(int version) {
    int last = (int)(sizeof known / sizeof *known), row = (version < last ? version : last) - 1;
    struct rules rules = {all(known[row].files), all(known[row].ports), all(known[row].scopes)};
    size_t size = known[row].scopes ? sizeof rules : known[row].ports ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

// What is not there need not be allowed.
static int allow_reading(int ruleset, const char *path) {
    int folder = open(path, O_PATH | O_CLOEXEC);
    if (folder < 0) return 0;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR, .parent_fd = folder,
    };
    int number = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
    close(folder);
    return number;
}

int tondo_renounce_files(const char *const *readable) {
    if (TONDO_SANITIZED) return EOPNOTSUPP;
    int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    int ruleset = new_ruleset(version);
    if (ruleset < 0) return errno;
    int number = 0;
    for (; *readable != NULL && !number; readable++) number = allow_reading(ruleset, *readable);
    if (!number && syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) number = errno;
    close(ruleset);
    return number;
}
