"""The programs that are measured. Each is given the same jobs, and tells what they cost it."""

import json
import os
import re
import socket
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROTOCOL = HERE.parents[1] / "Sources/Model/Protocol/RenderRequest.swift"
VERSION = int(re.search(r"currentVersion = (\d+)", PROTOCOL.read_text())[1])
ONE_THREAD = {"VIPS_CONCURRENCY": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MAGICK_THREAD_LIMIT": "1"}


def cpu_clock(process):
    """The kernel's clock of all CPU time of a process, in nanoseconds: what clock_getcpuclockid gives."""
    return (~process << 3) | 2


def peak_memory(process):
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


class Cost:
    """Of one job, in seconds."""

    def __init__(self, cpu, wall):
        self.cpu, self.wall = cpu, wall


class Resident:
    """A process that stays and makes one job after the other, as a service does; its start is not counted."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | ONE_THREAD)
        self.clock = cpu_clock(self.process.pid)

    def run(self, job):
        line = self.line(job)
        cpu, wall = time.clock_gettime(self.clock), time.perf_counter()
        answer = self.ask(line, job)
        wall = time.perf_counter() - wall
        if not answer:
            raise RuntimeError(f"{self.name} died on {job['file']}")
        self.check(answer, job)
        return Cost(time.clock_gettime(self.clock) - cpu, wall)

    def ask(self, line, job):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def line(self, job):
        return json.dumps(job)

    def check(self, answer, job):
        pass

    def close(self):
        """Returns the most memory it ever had; 0 where it has died."""
        memory = peak_memory(self.process.pid)
        self.hang_up()
        self.process.wait()
        return memory

    def hang_up(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass


# EXIF of one entry, an orientation by which nothing is turned.
EXIF = (b"\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08"
        b"\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00")


def exif_of(photo):
    """The EXIF segment of a JPEG as it is made here: among the first ones, or nowhere."""
    place = 2
    while photo[place + 1] != 0xDA:
        end = place + 2 + int.from_bytes(photo[place + 2:place + 4])
        if photo[place + 4:place + 8] == b"Exif":
            return photo[place:end]
        place = end
    return EXIF


def doubtful(file, folder):
    """A copy of a JPEG with its EXIF twice: what is not plain, Tondo's own decoder leaves to libjpeg-turbo."""
    photo, copy = Path(file).read_bytes(), Path(folder) / Path(file).name
    exif = exif_of(photo)
    copy.write_bytes(photo[:2] + (exif if exif in photo else 2 * exif) + photo[2:])
    return str(copy)


class Tondo(Resident):
    """A worker is handed its files open, over a socket: it may open none itself."""

    name = "Tondo's worker"
    # By which it has to be decoded; None: by whichever.
    decoder = None

    def __init__(self, worker):
        self.channel, other = socket.socketpair()
        self.process = subprocess.Popen([worker], stdin=other, stdout=other, env=os.environ | ONE_THREAD)
        other.close()
        self.answers = self.channel.makefile("r")
        self.clock = cpu_clock(self.process.pid)
        self.version = "Tondo"

    def ask(self, line, job):
        files = [os.open(job["file"], os.O_RDONLY)]
        try:
            for output in job["outputs"]:
                files.append(os.open(output["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
            data = (line + "\n").encode()
            self.channel.sendall(data[socket.send_fds(self.channel, [data], files):])
        finally:
            for file in files:
                os.close(file)
        return self.answers.readline()

    def hang_up(self):
        self.answers.close()
        self.channel.close()

    def line(self, job):
        square = {"square": {"x": job["left"], "y": job["top"], "size": job["side"]}}
        return json.dumps({
            "version": VERSION, "subject": {"photo": {"_0": job["file"]}}, "view": "square", "known": [],
            "placement": "center", "shape": "square",
            "attributes": {"placement": {"crop": {"_0": square}}, "rotation": 0},
            "background": {"transparent": {}}, "enlarge": True,
            "outputs": [
                {"file": output["file"], "output": {key: output[key] for key in ("size", "format", "quality")}}
                for output in job["outputs"]],
            "limits": {"bytes": 64 << 20, "pixels": 120_000_000, "side": 30_000, "seconds": 10, "memory": 1 << 30}})

    def check(self, answer, job):
        made = json.loads(answer).get("rendered")
        if made is None or self.decoder not in (None, made["_0"].get("decoder")):
            raise RuntimeError(f"{job['file']}: {answer}")


class PatientTondo(Tondo):
    """The same worker, held off from decoding regions: by libjpeg-turbo, as it decodes all other JPEGs."""

    name = "Tondo's worker, by libjpeg-turbo"
    decoder = "libjpeg-turbo"

    def __init__(self, worker):
        super().__init__(worker)
        self.folder = tempfile.TemporaryDirectory()

    def run(self, job):
        copy = Path(self.folder.name) / Path(job["file"]).name
        if not copy.exists():
            doubtful(job["file"], self.folder.name)
        return super().run({**job, "file": str(copy)})


class Peer(Resident):
    def __init__(self, name, python, library, version):
        self.name = name
        super().__init__([python, HERE / "peer.py", library])
        self.version = self.process.stdout.readline().strip()
        # A venv may pick up another library than the one it was made for, without a word.
        if not self.version.startswith(version):
            raise RuntimeError(f"{name}: this is {self.version!r}, not {version}")


class Floor(Resident):
    name = "floor: what its library cannot do without"

    def __init__(self, program):
        super().__init__([program])
        self.version = self.process.stdout.readline().strip()

    def line(self, job):
        from peer import stored
        left, top, side = stored(job)
        return f"{int(left)} {int(top)} {int(side)} {job['file']}"


class Program:
    """A command line: one process for each photo, start included, as people run it."""

    def __init__(self, name, version, command):
        self.name, self.command, self.memory = name, command, 0
        self.version = subprocess.run(version, capture_output=True, text=True, check=True).stdout.splitlines()[0]

    def run(self, job):
        wall = time.perf_counter()
        process = subprocess.Popen(self.command(job), env=os.environ | ONE_THREAD, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            raise RuntimeError(f"{self.name} failed on {job['file']}")
        self.memory = max(self.memory, usage.ru_maxrss * 1024)
        return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - wall)

    def close(self):
        return self.memory


def magick(program, hint):
    """ImageMagick's and GraphicsMagick's words are the same but for the size hint."""
    def command(job):
        from peer import shrink, stored
        factor = shrink(job) if job["file"].endswith(".jpg") else 1
        x, y, side = (int(number) for number in stored(job, factor))
        words = [*program, *hint(f"{job['width'] // factor}x{job['height'] // factor}"), job["file"],
                 "-crop", f"{side}x{side}+{x}+{y}", "+repage", "-auto-orient"]
        for output in job["outputs"]:
            last = output is job["outputs"][-1]
            words += ["-resize", f"{output['size']}x{output['size']}!", "-quality", str(output["quality"])]
            words += [output["file"]] if last else ["-write", output["file"]]
        return words
    return command


def vipsthumbnail(job):
    """It cannot crop to a square of one's choice: the whole photo, at the scale of the largest avatar alone."""
    output = job["outputs"][0]
    longer = round(output["size"] / job["side"] * max(job["width"], job["height"]))
    return ["vipsthumbnail", job["file"], "-s", f"{longer}x{longer}", "-o", output["file"] + f"[Q={output['quality']}]"]
