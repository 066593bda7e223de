"""Results as files: one for each part, so that the tables can be made again without measuring."""

import datetime
import json

FOLDER_NAME = "results"


class Results:
    """JSON files of a folder, by the part's name."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, part, found, surroundings):
        whole = {
            "part": part,
            "when": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ"),
            "surroundings": surroundings,
            "found": found,
        }
        text = json.dumps(rounded(whole), indent=1, sort_keys=True) + "\n"
        (self.folder / f"{part}.json").write_text(text)

    def read(self, part):
        """What was found, or nothing where the part was not measured."""
        whole = self.whole(part)
        return whole and whole["found"]

    def whole(self, part):
        file = self.folder / f"{part}.json"
        return json.loads(file.read_text()) if file.exists() else None


def rounded(value):
    """Six significant digits say more than any of these measurements knows."""
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value
