"""Counts the instructions that trap in the region decoder's functions, as they were compiled.

    traps.py PROGRAM

Swift ends a program whose index or arithmetic is out of bounds. The decoder's loops are written so that the compiler
sees that nothing is: a trap in them means that a check came back, which costs time, and that a file might reach it.
"""

import re
import subprocess
import sys

# Each has to be found: a name that is there no more, or has been inlined elsewhere, counts nothing.
FUNCTIONS = [
    "skipMCUs", "decodeMCUs", "readCoefficients", "reconstructTwo", "reconstructThree", "reconstructFour",
    "reconstructLarge", "EntropyCodedSegmentV4fill",
]
# What these call, wherever the compiler has put it.
PARTS = ["storeLine", "readLongDifference", "readAgain", "skipOne", "copyToMarker", "keep"]
TRAPS = re.compile(r"\t(ud2|brk\s)")


def functions(program):
    """Name: its instructions."""
    code = subprocess.run(
        ["objdump", "--disassemble", "--no-show-raw-insn", program], check=True, capture_output=True, text=True)
    found, lines = {}, []
    for line in code.stdout.splitlines():
        start = re.match(r"[0-9a-f]+ <(\S+)>:$", line)
        if start:
            found[start[1]] = lines = []
        else:
            lines.append(line)
    return found


def named(found, name):
    """Symbols of the module with a function of this name: names are mangled behind their lengths."""
    mangled = name if "V4" in name else f"{len(name)}{name}"
    return [symbol for symbol in found if "RegionJPEG" in symbol and mangled in symbol]


def main(program):
    found = functions(program)
    missing = [name for name in FUNCTIONS if not named(found, name)]
    counts = {
        symbol: (name, sum(bool(TRAPS.search(line)) for line in found[symbol]), len(found[symbol]))
        for name in FUNCTIONS + PARTS for symbol in named(found, name)}
    for name, traps, instructions in counts.values():
        print(f"{name}: {traps} traps in {instructions} instructions")
    trapping = [name for name, traps, _ in counts.values() if traps]
    if missing:
        sys.exit(f"FAILED: not found in {program}: {', '.join(missing)}")
    if trapping:
        sys.exit(f"FAILED: these may trap: {', '.join(trapping)}")


main(sys.argv[1])
