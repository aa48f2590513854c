// libsystemd: the service manager's socket and the journal's.
#ifndef TONDO_SYSTEMD_H
#define TONDO_SYSTEMD_H

// An entry's place in the source would be this header's.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#endif
