"""A wall clock that can be set while the server runs; monotonic time goes on as it does."""

import pathlib


class Clock:
    """libfaketime reads the file anew at each question for the time."""

    def __init__(self, folder):
        self.library = next(iter(pathlib.Path("/usr/lib").glob("*-linux-*/faketime/libfaketimeMT.so.1")), None)
        self.file = pathlib.Path(folder) / "clock"
        self.offset = 0
        self.set(0)

    def set(self, seconds):
        """So many seconds from the real time; the file is exchanged whole, since it may be read at any moment."""
        self.offset = int(seconds)
        fresh = self.file.with_suffix(".new")
        fresh.write_text(f"{self.offset:+d}\n")
        fresh.rename(self.file)

    def tidy(self):
        """Removes the files that libfaketime leaves of killed processes."""
        for file in pathlib.Path("/dev/shm").glob("*faketime_*"):
            pid = file.name.rpartition("_")[2]
            if pid.isdigit() and not pathlib.Path("/proc", pid).exists():
                file.unlink(missing_ok=True)

    def jump(self, seconds):
        self.set(self.offset + seconds)

    @property
    def surroundings(self):
        return {
            "LD_PRELOAD": str(self.library),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }
