#!/usr/bin/python3
"""What each shell makes of a command line at the tabulator key.

    completions.py TONDO

bash and zsh run on a terminal of their own, with no settings but the script that `tondo completion` prints, and are typed
at as a person would. fish tells what it offers when it is asked.
"""

import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 120

# What was typed, with $ROOT for a root that holds sales/jane and sales/jim; and the line that must come of it.
LINES = [
    ("tondo wat", "tondo watch "),
    ("tondo --vers", "tondo --version "),
    ("tondo --lang fr ren", "tondo --lang fr ren"),
    ("tondo rend", "tondo render "),
    ("tondo render --rot", "tondo render --rotation"),
    ("tondo render --shape ci", "tondo render --shape circle "),
    ("tondo render --format=we", "tondo render --format=webp "),
    ("tondo export fol", "tondo export folder "),
    ("tondo export csv --siz", "tondo export csv --size"),
    ("tondo watch --root $ROOT/inb", "tondo watch --root $ROOT/inbox/"),
    ("tondo check $ROOT/ton", "tondo check $ROOT/tondo.json "),
    ("tondo status --root $ROOT sales/ja", "tondo status --root $ROOT sales/jane "),
    ("tondo export csv --root $ROOT sales/ji", "tondo export csv --root $ROOT sales/jim "),
    ("tondo completion ba", "tondo completion bash "),
]

# Each shell is told to show the line as it stands at Ctrl-X Ctrl-O, and to forget it.
BASH = """
PS1='> '; PATH=$BIN:$PATH; source <(tondo completion bash)
bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
show() { printf '<%s>\\n' "$READLINE_LINE"; READLINE_LINE=; }
bind -x '"\\C-x\\C-o": show'
echo READY
"""
ZSH = """
PS1='> '; path=($BIN $path); unsetopt zle_bracketed_paste prompt_cr prompt_sp; setopt no_beep
autoload -Uz compinit; compinit -D; source <(tondo completion zsh)
bindkey '^I' complete-word
show() { print -r -- "<$BUFFER>"; BUFFER= }
zle -N show; bindkey '^X^O' show
echo READY
"""
SHELLS = {"bash": (["bash", "--norc", "--noprofile", "-i"], BASH), "zsh": (["zsh", "-f", "-i"], ZSH)}


class Typist:
    """A shell on a terminal."""

    def __init__(self, words, setup, environment):
        self.seen = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(words[0], words, environment)
        file = Path(environment["HOME"]) / "setup"
        file.write_text(setup)
        self.type(f"source {file}\r")
        # The echo of what was typed does not hold it.
        self.read_until(b"READY")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, wanted):
        end = time.monotonic() + SECONDS
        while wanted not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{wanted} did not come:\n{self.seen.decode(errors='replace')}")
            self.seen += os.read(self.terminal, 4096)
        before, self.seen = self.seen.split(wanted, 1)
        return before

    def completed(self, line):
        self.type(line + "\t\x18\x0f")
        self.read_until(b"<")
        return self.read_until(b">\r").decode()

    def end(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def offered_by_fish(line, environment):
    script = 'set PATH $BIN $PATH; tondo completion fish | source; complete -C "$argv[1]"'
    said = subprocess.run(
        ["fish", "--no-config", "-c", script, line], env=environment, capture_output=True, text=True, check=True)
    if said.stderr:
        raise AssertionError(said.stderr)
    return [offer.split("\t")[0] for offer in said.stdout.splitlines()]


def by_fish(line, environment):
    """What fish would make of the line: where it offers one thing alone, that; else the line as it is."""
    offers = offered_by_fish(line, environment)
    word = line.rsplit(" ", 1)[1]
    if len(offers) != 1:
        return line
    end = "" if offers[0].endswith("/") else " "
    return line[:len(line) - len(word)] + offers[0] + end


def wrong(shell, complete, root):
    faults = []
    for typed, wanted in LINES:
        typed, wanted = typed.replace("$ROOT", root), wanted.replace("$ROOT", root)
        # Whether a space or an equals sign follows an option that takes a value is the shell's taste.
        found = complete(typed)
        if found.rstrip(" =") != wanted.rstrip(" ="):
            faults.append(f"{shell}: {typed!r} became {found!r}, not {wanted!r}")
    return faults


def main():
    tondo = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="tondo-completions-") as folder:
        root = f"{folder}/root"
        for name in ("jane", "jim"):
            os.makedirs(f"{root}/inbox/sales", exist_ok=True)
            Path(f"{root}/inbox/sales/{name}.job.json").write_text('{ "placeholder": { "from": "id" } }')
        Path(f"{root}/tondo.json").write_text("{}")
        subprocess.run([tondo, "watch", "--once", "--root", root], check=True, stderr=subprocess.DEVNULL)
        environment = {
            "PATH": "/usr/bin:/bin", "BIN": str(tondo.parent), "HOME": folder, "TERM": "dumb", "LANG": "C.UTF-8",
            "COLUMNS": "250", "TONDO_ROOT": "/nowhere"}
        faults = []
        for shell, (words, setup) in SHELLS.items():
            typist = Typist(words, setup, environment)
            faults += wrong(shell, typist.completed, root)
            typist.end()
        faults += wrong("fish", lambda line: by_fish(line, environment), root)
    if faults:
        sys.exit("\n".join(faults))
    print(f"bash, zsh and fish complete {len(LINES)} lines as they should")


if __name__ == "__main__":
    main()
