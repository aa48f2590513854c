"""What the daemon costs beyond its workers: the same photos through `tondo watch --once` and through the worker alone."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from engines import ONE_THREAD, cpu_clock

# So many copies of each photo: a start must not count for more than it does in a day.
COPIES = 4


def settings(outputs):
    return json.dumps({
        "outputs": [{key: output[key] for key in ("size", "format", "quality")} for output in outputs],
        "workers": 1, "settle": 0.01})


def drop(jobs, root):
    """The photos and their placements, in an inbox that nobody watches yet."""
    inbox = root / "inbox"
    inbox.mkdir(parents=True)
    (root / "tondo.json").write_text(settings(jobs[0]["outputs"]))
    for copy in range(COPIES):
        for index, job in enumerate(jobs):
            name = f"photo-{copy}-{index:02}"
            shutil.copy(job["file"], inbox / f"{name}.jpg")
            crop = {"x": job["left"], "y": job["top"], "size": job["side"]}
            (inbox / f"{name}.job.json").write_text(json.dumps({"crop": crop}))


def through_the_daemon(tondo, jobs, scratch):
    """CPU seconds of the daemon itself, and of its workers."""
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        root = Path(folder)
        drop(jobs, root)
        process = subprocess.Popen(
            [tondo, "watch", "--once", "--root", root], env=os.environ | ONE_THREAD, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        # A process that has ended but was not waited for still tells its own time.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        itself = time.clock_gettime(cpu_clock(process.pid))
        _, process.returncode, usage = os.wait4(process.pid, 0)
        made = len(list((root / "avatars").glob("*-512.jpg")))
        if process.returncode or made != COPIES * len(jobs):
            raise RuntimeError(f"tondo watch --once: status {process.returncode}, {made} avatars")
        return itself, usage.ru_utime + usage.ru_stime - itself


def through_the_worker(worker, jobs, scratch):
    """CPU seconds of a worker that is asked by a program that does nothing else, its start included."""
    from engines import Tondo
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        engine = Tondo(worker)
        for copy in range(COPIES):
            for index, job in enumerate(jobs):
                outputs = [{**output, "file": f"{folder}/{copy}-{index}-{output['size']}"} for output in job["outputs"]]
                engine.run({**job, "outputs": outputs})
        engine.hang_up()
        _, engine.process.returncode, usage = os.wait4(engine.process.pid, 0)
        return usage.ru_utime + usage.ru_stime


def overhead(tondo, worker, jobs, scratch, rounds):
    """A sentence for the report."""
    alone, own, workers = [], [], []
    for _ in range(rounds):
        alone.append(through_the_worker(worker, jobs, scratch))
        for column, value in zip((own, workers), through_the_daemon(tondo, jobs, scratch)):
            column.append(value)
    count, megapixels = COPIES * len(jobs), jobs[0]["width"] * jobs[0]["height"] / 1e6

    def percent(values):
        shares = [100 * value / base for value, base in zip(values, alone)]
        return f"{statistics.median(shares):.1f} % [{min(shares):.1f} - {max(shares):.1f}]"

    return [
        f"The daemon, from drop to published avatar ({count} JPEGs of {megapixels:.0f} MP, one worker, settle 0.01; % of the CPU time of a "
        f"worker alone, {1000 * statistics.median(alone) / count:.1f} ms a photo): the daemon itself {percent(own)}; "
        f"its workers {percent(workers)}."]
