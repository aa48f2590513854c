#!/usr/bin/python3
"""The Debian package, on a clean Debian 12 that is booted for it.

    package.py FOLDER

FOLDER holds the package. A root folder is made by debootstrap and booted by systemd-nspawn, as a machine of its own but
for the network and the clock. There the package is installed by apt; as a service it must do what it is for, in the
sandbox of its unit; and it must go again. Needs root and a Debian mirror: where these are missing, nothing is tested,
which is said in a line that begins with SKIPPED.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
MIRROR = "http://deb.debian.org/debian"
SECONDS = 120
ROOT = "/var/lib/tondo"
ELSEWHERE = "/srv/more portraits"
OUTPUTS = ["jane-512.webp", "jane-256.webp", "jane-96.jpg"]
# systemd 252's own list for containers does not hold these, which workers and their sandbox need.
CALLS = ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"]


def say(text):
    print(f"-- {text}", flush=True)


def fail(text):
    raise AssertionError(text)


def reason_to_skip():
    if os.geteuid() != 0:
        return "making and booting a root folder needs root"
    for program in ("debootstrap", "systemd-nspawn", "nsenter"):
        if not shutil.which(program):
            return f"{program} is missing"
    try:
        urllib.request.urlopen(f"{MIRROR}/dists/bookworm/InRelease", timeout=30).close()
    except (urllib.error.URLError, OSError) as error:
        return f"{MIRROR} cannot be reached: {error}"
    return None


def is_first(process):
    """Whether a process is the first of its machine; others only help to start it."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return re.search(r"^NSpid:\t\d+\t1$", status, re.MULTILINE) is not None


class Machine:
    """A booted root folder; ends with the block that it is used in."""

    def __init__(self, folder):
        self.folder = folder
        self.log = open(folder.parent / "boot.log", "wb")
        self.container = None
        self.leader = None

    def __enter__(self):
        command = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", f"--directory={self.folder}", "--boot"]
        command += [f"--system-call-filter={call}" for call in CALLS]
        self.container = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True)
        try:
            self.wait("the machine starts", lambda: self.find_leader())
            self.wait("it is up", lambda: self.ask("systemctl", "is-system-running") in ("running", "degraded"))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            self.send(signal.SIGRTMIN + 4)
            self.container.wait(60 if self.leader else 0)
        except subprocess.TimeoutExpired:
            # The machine first: without its parent it would live on.
            self.send(signal.SIGKILL)
            self.container.kill()
            self.container.wait()
        self.log.close()

    def send(self, number):
        """A signal to the machine's first process; it is nobody else's while its parent has not ended."""
        if self.leader and self.container.poll() is None:
            try:
                os.kill(self.leader, number)
            except ProcessLookupError:
                pass

    def find_leader(self):
        if self.container.poll() is not None:
            fail(f"the machine ended:\n{(self.folder.parent / 'boot.log').read_text(errors='replace')}")
        children = Path(f"/proc/{self.container.pid}/task/{self.container.pid}/children").read_text().split()
        self.leader = next((int(child) for child in children if is_first(child)), None)
        return self.leader is not None

    def command(self, words):
        surroundings = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"]
        return ["nsenter", "-t", str(self.leader), "-a", "env", "-i", *surroundings, *words]

    def run(self, *words, code=0):
        """What a command says there, with both its outputs; it must end with this code."""
        done = subprocess.run(
            self.command(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=600, check=False)
        if done.returncode != code:
            fail(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout.strip()

    def ask(self, *words):
        return subprocess.run(
            self.command(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            timeout=60, check=False).stdout.strip()

    def show(self, unit, name):
        return self.ask("systemctl", "show", "-P", name, unit)

    def processes(self):
        """What /proc/PID/status says of each process there."""
        texts = self.ask("sh", "-c", "for file in /proc/[0-9]*/status; do cat $file; echo; done").split("\n\n")
        return [dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line) for text in texts if text]

    def journal(self, unit="tondo"):
        lines = self.run("journalctl", "-u", unit, "-o", "json", "--no-pager").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def path(self, path):
        return self.folder / path.lstrip("/")

    def wait(self, what, is_so, seconds=SECONDS):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                log = self.ask("journalctl", "-n", "60", "--no-pager") if self.leader else ""
                fail(f"{what}: not within {seconds} s\n{log}")
            time.sleep(0.1)
        say(what)


def clean_root(folder):
    """A clean Debian in the folder; what debootstrap made once is kept, beside the package."""
    kept = CHECKOUT / ".build/bookworm.tar"
    if not kept.exists():
        made = folder.parent / "made"
        subprocess.run(
            ["debootstrap", "--variant=minbase", "--include=systemd-sysv,dbus", "bookworm", made, MIRROR],
            check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "-C", made, "-cf", f"{kept}.part", "."], check=True)
        os.rename(f"{kept}.part", kept)
        shutil.rmtree(made)
    folder.mkdir()
    subprocess.run(["tar", "-C", folder, "-xpf", kept], check=True)
    # The machine's network is this one's.
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    (folder / "etc/apt/sources.list").write_text(
        f"deb {MIRROR} bookworm main\ndeb {MIRROR}-security bookworm-security main\n")


def drop(machine, name, root=ROOT):
    photo = CHECKOUT / "Examples/portraits/jane.jpg"
    target = machine.path(f"{root}/inbox/{name}")
    shutil.copy(photo, target.with_name("." + target.name))
    target.with_name("." + target.name).rename(target)


def manifest(machine, name, root=ROOT):
    file = machine.path(f"{root}/avatars/{name}.json")
    return json.loads(file.read_text()) if file.exists() else None


# MARK: What is tested


def install(machine, package):
    shutil.copy(package, machine.path("/root/tondo.deb"))
    machine.run("apt-get", "-qq", "update")
    machine.run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "/root/tondo.deb")
    say("it is installed")
    if machine.run("systemctl", "is-enabled", "tondo") != "enabled":
        fail("it is not enabled")
    machine.wait("it has started", lambda: machine.show("tondo", "ActiveState") == "active")
    if machine.show("tondo", "Type") != "notify" or machine.show("tondo", "NRestarts") != "0":
        fail("it has not started as it should")
    print(machine.run("tondo", "--version"), machine.run("tondo", "check", "--root", ROOT), sep="\n")
    settings = machine.path("/usr/share/doc/tondo/examples/tondo.json").read_text()
    schema = re.search(r'"\$schema": "(.*)"', settings).group(1)
    if not machine.path(schema).exists():
        fail(f"the example of settings names {schema}, which is not there")


def work(machine):
    machine.wait("its status line counts", lambda: machine.show("tondo", "StatusText").startswith("0 ready, "))
    drop(machine, "jane.jpg")
    machine.wait("a photo became avatars", lambda: manifest(machine, "jane"))
    for name in OUTPUTS:
        if not machine.path(f"{ROOT}/avatars/{name}").exists():
            fail(f"{name} is missing")
    machine.wait("its status line has changed", lambda: machine.show("tondo", "StatusText").startswith("1 ready, "))
    made = manifest(machine, "jane")["made"]
    file = machine.path(f"{ROOT}/avatars/jane.json")
    file.write_text(file.read_text().replace('"scale": 1,', '"scale": 2,'))
    machine.wait("an edit made them anew", lambda: manifest(machine, "jane")["made"] != made)
    if manifest(machine, "jane")["crop"]["size"] != 1512:
        fail(f"the crop is {manifest(machine, 'jane')['crop']}")
    machine.path(f"{ROOT}/inbox/bad.jpg").write_text("no photo")
    machine.wait("a bad one is set aside", machine.path(f"{ROOT}/failed/bad.jpg.error.txt").exists)


def modes(machine):
    """The folders that groups share have their bit, though the sandbox is narrow."""
    wanted = {"": 0o755, "/avatars": 0o2775, "/inbox": 0o2775, "/originals": 0o750, "/failed": 0o2770}
    for path, mode in wanted.items():
        found = machine.path(ROOT + path).stat().st_mode & 0o7777
        if found != mode:
            fail(f"{ROOT}{path} has the mode {found:o}, not {mode:o}")


def journal(machine):
    entries = [entry for entry in machine.journal() if entry.get("TONDO_ID") == "jane" and "TONDO_ELAPSED_US" in entry]
    if len(entries) != 2:
        fail(f"the journal has {len(entries)} entries of what was made")
    for entry in entries:
        if (entry["TONDO_ROOT"], entry["TONDO_STATE"], entry["PRIORITY"]) != (ROOT, "ready", "6"):
            fail(f"the journal says {entry}")
    # What was printed rather than sent.
    printed = [entry["MESSAGE"] for entry in machine.journal()
               if entry.get("SYSLOG_IDENTIFIER") == "tondo" and "MESSAGE_ID" not in entry]
    if printed:
        fail(f"the journal also says {printed}")
    explained = machine.run("journalctl", "-x", "-u", "tondo", "--no-pager")
    if "The avatars of jane were made" not in explained:
        fail("the catalog does not explain the journal")
    say("the journal has fields, and explains them")


def reload(machine):
    settings = machine.path(f"{ROOT}/tondo.json")
    settings.write_text('{ "outputs": [{ "size": 64, "format": "avif" }] }')
    machine.run("systemctl", "reload", "tondo")
    machine.wait("new settings make new avatars", machine.path(f"{ROOT}/avatars/jane-64.avif").exists)
    settings.write_text("{")
    machine.run("systemctl", "reload", "tondo", code=1)
    if machine.show("tondo", "ActiveState") != "active":
        fail("bad settings ended it")
    say("bad settings fail a reload, and no more")
    settings.unlink()
    machine.run("systemctl", "reload", "tondo")


def sandbox(machine):
    """What a worker of it may do to itself: the very unit, with another program."""
    unit = machine.path("/lib/systemd/system/tondo.service").read_text()
    lines = [line for line in unit.splitlines() if not line.startswith(("Exec", "Type=", "Restart", "WatchdogSec="))]
    lines.insert(lines.index("[Service]") + 1, "Type=oneshot\nExecStart=/usr/bin/perl /usr/local/lib/landlock.pl")
    machine.path("/etc/systemd/system/probe.service").write_text("\n".join(lines) + "\n")
    machine.path("/usr/local/lib/landlock.pl").write_text(LANDLOCK)
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "start", "probe")
    print(machine.run("journalctl", "-u", "probe", "-o", "cat", "--no-pager", "-t", "perl"))
    for place in ("/etc/systemd/system/probe.service", "/usr/local/lib/landlock.pl"):
        machine.path(place).unlink()
    say("Landlock and seccomp work inside its unit")
    pid = machine.show("tondo", "MainPID")
    daemon = next(process for process in machine.processes() if process["Pid"] == pid)
    workers = [process for process in machine.processes() if process["PPid"] == pid]
    if not workers:
        fail("it has no worker")
    for worker in workers:
        if int(worker["Seccomp_filters"]) <= int(daemon["Seccomp_filters"]):
            fail(f"a worker has no filter of its own: {worker}")
    if any(entry["MESSAGE_ID"] == UNCONFINED for entry in machine.journal() if "MESSAGE_ID" in entry):
        fail("workers are not confined")
    say(f"{len(workers)} worker(s) have locked themselves in")


# As Event.Kind.unconfined has it.
UNCONFINED = "af84c2e52e7a426d9ba407bf8e197fa1"

# Perl is in every Debian. Reading /etc/hostname works until Landlock forbids it; a socket until a filter does. The
# numbers of calls are those of x86-64.
LANDLOCK = r"""
use strict; use warnings; use Socket;
my $abi = syscall(444, 0, 0, 1);
$abi >= 1 or die "Landlock: $!";
my $attributes = pack("Q", 1 << 2);
my $ruleset = syscall(444, $attributes, length $attributes, 0);
$ruleset >= 0 or die "landlock_create_ruleset: $!";
open(my $before, "<", "/etc/hostname") or die "before: $!";
syscall(157, 38, 1, 0, 0, 0) == 0 or die "no new privileges: $!";
syscall(446, $ruleset, 0) == 0 or die "landlock_restrict_self: $!";
open(my $after, "<", "/etc/hostname") and die "Landlock does nothing";
# Refuse socket(2), number 41: load the number, compare, refuse with EACCES, else allow.
my $code = pack("SCCL" x 4, 0x20, 0, 0, 0, 0x15, 0, 1, 41, 0x06, 0, 0, 0x0005000d, 0x06, 0, 0, 0x7fff0000);
my $program = pack("Sx6P", 4, $code);
syscall(317, 1, 0, $program) == 0 or die "seccomp: $!";
socket(my $socket, PF_UNIX, SOCK_STREAM, 0) and die "seccomp does nothing";
print "Landlock ABI $abi and seccomp hold\n";
"""



def comfort(machine):
    """Manuals and completions lie where man and the shells look."""
    places = ["share/man/man1/tondo.1.gz", "share/man/man5/tondo.json.5.gz", "share/bash-completion/completions/tondo",
              "share/zsh/vendor-completions/_tondo", "share/fish/vendor_completions.d/tondo.fish"]
    for place in places:
        if not machine.path(f"/usr/{place}").exists():
            fail(f"/usr/{place} is missing")
    offered = machine.run("bash", "-c", """
        source /usr/share/bash-completion/completions/tondo
        COMP_WORDS=(tondo wat) COMP_CWORD=1
        _tondo
        echo "${COMPREPLY[@]}"
        """)
    if offered != "watch":
        fail(f"bash offers {offered}")
    say("manuals and completions are there")


def elsewhere(machine):
    """A root of another place, by an instance that is named by its path."""
    machine.run("install", "-d", "-o", "tondo", "-g", "tondo", ELSEWHERE)
    unit = machine.run("systemd-escape", "--template=tondo@.service", "--path", ELSEWHERE)
    machine.run("systemctl", "start", unit)
    drop(machine, "jane.jpg", ELSEWHERE)
    machine.wait("a root elsewhere works, too", lambda: manifest(machine, "jane", ELSEWHERE))
    machine.run("systemctl", "reload", unit)
    return unit


def page(machine):
    """The page, by a socket that systemd opens: the service itself has no network."""
    if machine.ask("systemctl", "is-enabled", "tondo.socket") == "enabled":
        fail("the page is served unasked")
    # A socket is not opened for a service that runs already.
    machine.run("systemctl", "stop", "tondo")
    machine.run("systemctl", "enable", "--now", "tondo.socket")
    machine.run("systemctl", "start", "tondo")
    ask = "exec 3<>/dev/tcp/127.0.0.1/8673; printf 'GET /healthz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; cat <&3"
    machine.wait("the page answers", lambda: machine.ask("bash", "-c", ask).endswith("ok"))
    machine.run("systemctl", "disable", "--now", "tondo.socket")
    machine.run("systemctl", "restart", "tondo")


def watchdog(machine):
    """Stopped as a whole, it gives no sign of life, and is started again."""
    override = machine.path("/etc/systemd/system/tondo.service.d/soon.conf")
    override.parent.mkdir(parents=True)
    override.write_text("[Service]\nWatchdogSec=4s\nRestartSec=100ms\n")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "tondo")
    if machine.show("tondo", "WatchdogUSec") != "4s":
        fail(f"the watchdog waits {machine.show('tondo', 'WatchdogUSec')}")
    time.sleep(10)
    if machine.show("tondo", "NRestarts") != "0":
        fail("the watchdog ended a daemon that works")
    machine.run("systemctl", "kill", "--kill-who=main", "--signal=STOP", "tondo")
    machine.wait("a daemon that hangs is started again", lambda: machine.show("tondo", "NRestarts") == "1")
    machine.wait("it is active again", lambda: machine.show("tondo", "ActiveState") == "active")
    shutil.rmtree(override.parent)
    machine.run("systemctl", "daemon-reload")


def stop(machine):
    drop(machine, "late.jpg")
    start = time.monotonic()
    machine.run("systemctl", "stop", "tondo")
    seconds = time.monotonic() - start
    if seconds > 10 or machine.show("tondo", "Result") != "success":
        fail(f"stopping took {seconds:.1f} s, with the result {machine.show('tondo', 'Result')}")
    say(f"it stops, in {seconds:.1f} s")
    machine.run("systemctl", "start", "tondo")
    machine.wait("what came before the stop is made after it", lambda: manifest(machine, "late"))


def upgrade(machine, instance):
    before = machine.show("tondo", "MainPID"), machine.show(instance, "MainPID")
    machine.run("apt-get", "-qq", "install", "-y", "--reinstall", "/root/tondo.deb")
    for unit, old in zip(("tondo", instance), before):
        machine.wait(
            f"{unit} was restarted by an upgrade",
            lambda: machine.show(unit, "ActiveState") == "active" and machine.show(unit, "MainPID") not in ("0", old))


def purge(machine, instance):
    files = machine.run("dpkg", "-L", "tondo").splitlines()
    said = machine.run("apt-get", "-qq", "purge", "-y", "tondo")
    if f"{ROOT} is kept" not in said:
        fail(f"purging says nothing of the photos:\n{said}")
    left = [file for file in files if not machine.path(file).is_dir() and machine.path(file).exists()]
    left += [str(link) for link in machine.path("/etc/systemd/system").rglob("*tondo*")]
    if left:
        fail(f"left behind: {left}")
    if "tondo" in machine.ask("systemctl", "list-units", "--plain", "--no-legend", "tondo*"):
        fail("a unit is left")
    left = [process["Name"] for process in machine.processes() if process["Name"].startswith("tondo")]
    if left:
        fail(f"still running: {left}")
    if not machine.path(f"{ROOT}/originals/jane.jpg").exists():
        fail("the photos are gone")
    say("purged, and the photos are kept")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    packages = list(Path(sys.argv[1]).glob("tondo_*.deb"))
    if len(packages) != 1:
        sys.exit(f"package: {len(packages)} packages in {sys.argv[1]}")
    reason = reason_to_skip()
    if reason:
        print(f"SKIPPED: the package was not tried on a clean Debian: {reason}")
        return
    # Ended from outside, it still has to end the machine.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="tondo-package-") as scratch:
        folder = Path(scratch) / "machine"
        clean_root(folder)
        with Machine(folder) as machine:
            install(machine, packages[0])
            work(machine)
            modes(machine)
            comfort(machine)
            journal(machine)
            reload(machine)
            sandbox(machine)
            page(machine)
            instance = elsewhere(machine)
            stop(machine)
            watchdog(machine)
            upgrade(machine, instance)
            purge(machine, instance)
    print("package: installed, at work, upgraded and purged on a clean Debian")


main()
