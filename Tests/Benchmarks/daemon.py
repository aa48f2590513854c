"""What the daemon leaves of its workers' gain: the same photos through `tondo watch --once` and through a worker alone.

Each photo goes both ways by RegionJPEG and by libjpeg-turbo. What the worker gains by the former is a ratio of CPU times; so is
what the whole daemon gains, its own work, the start and the workers' included.
"""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from engines import ONE_THREAD, Tondo, cpu_clock, doubtful

# A start must not count for more than it does in a day.
ORIGINALS = 200


def settings(outputs):
    return json.dumps({
        "outputs": [{key: output[key] for key in ("size", "format", "quality")} for output in outputs],
        "workers": 1, "settle": 0.01})


def spread(jobs):
    """So many originals, of those that there are."""
    for number in range(ORIGINALS):
        yield f"photo-{number:03}", jobs[number % len(jobs)]


def drop(jobs, root):
    """The photos and their placements, in an inbox that nobody watches yet."""
    inbox = root / "inbox"
    inbox.mkdir(parents=True)
    (root / "tondo.json").write_text(settings(jobs[0]["outputs"]))
    for name, job in spread(jobs):
        shutil.copy(job["file"], inbox / f"{name}.jpg")
        crop = {"x": job["left"], "y": job["top"], "size": job["side"]}
        (inbox / f"{name}.job.json").write_text(json.dumps({"crop": crop}))
    # What is written back to the disk later is not the daemon's work.
    os.sync()


def through_the_daemon(tondo, jobs, scratch):
    """CPU seconds of the daemon and its workers, and of the daemon itself."""
    root = Path(tempfile.mkdtemp(dir=scratch))
    drop(jobs, root)
    process = subprocess.Popen(
        [tondo, "watch", "--once", "--root", root], env=os.environ | ONE_THREAD, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    # A process that has ended but was not waited for still tells its own time.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    itself = time.clock_gettime(cpu_clock(process.pid))
    _, process.returncode, usage = os.wait4(process.pid, 0)
    made = len(list((root / "avatars").glob("*-512.jpg")))
    if process.returncode or made != ORIGINALS:
        raise RuntimeError(f"tondo watch --once: status {process.returncode}, {made} avatars")
    for photo in (root / "originals").iterdir():
        os.truncate(photo, 0)
    return usage.ru_utime + usage.ru_stime, itself


def through_the_worker(worker, jobs, scratch):
    """CPU seconds of a worker that is asked by a program that does nothing else, its start included."""
    folder = tempfile.mkdtemp(dir=scratch)
    engine = Tondo(worker)
    for name, job in spread(jobs):
        outputs = [{**output, "file": f"{folder}/{name}-{output['size']}"} for output in job["outputs"]]
        engine.run({**job, "outputs": outputs})
    engine.hang_up()
    _, engine.process.returncode, usage = os.wait4(engine.process.pid, 0)
    return usage.ru_utime + usage.ru_stime


class Round:
    """One pass of all photos, each way."""

    def __init__(self, tondo, worker, jobs, patient_jobs, scratch):
        self.alone = through_the_worker(worker, jobs, scratch)
        self.patient_alone = through_the_worker(worker, patient_jobs, scratch)
        self.whole, self.itself = through_the_daemon(tondo, jobs, scratch)
        self.patient_whole, _ = through_the_daemon(tondo, patient_jobs, scratch)
        self.gain = self.patient_alone / self.alone
        self.gain_kept = self.patient_whole / self.whole / self.gain


def middle(values, digits=2):
    values = list(values)
    return f"{statistics.median(values):.{digits}f} [{min(values):.{digits}f} - {max(values):.{digits}f}]"


def overhead(tondo, worker, jobs, scratch, rounds):
    """Sentences for the report, and how much of the gain is kept."""
    # Nothing in it is removed before the end: ext4 without a journal looks at each file that was removed within the last
    # minute whenever one is made, which would be counted as the next round's work.
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        patient = [{**job, "file": doubtful(job["file"], folder)} for job in jobs]
        found = [Round(tondo, worker, jobs, patient, folder) for _ in range(rounds)]
    megapixels = jobs[0]["width"] * jobs[0]["height"] / 1e6
    milliseconds = 1000 * statistics.median(one.whole for one in found) / ORIGINALS
    kept = statistics.median(one.gain_kept for one in found)
    return [
        f"The daemon, `watch --once` on {ORIGINALS} JPEGs of {megapixels:.0f} MP with one worker, from drop to published avatar: "
        f"{milliseconds:.1f} ms of CPU a photo, start and workers included; its own part is "
        f"{middle((100 * one.itself / one.whole for one in found), 1)} %. A worker alone makes the same photos "
        f"{middle(one.gain for one in found)} times as fast by RegionJPEG as by libjpeg-turbo; of that gain the daemon keeps "
        f"{middle(one.gain_kept for one in found)}."], kept
