"""Pictures of the pages for the documents; equal as long as the pages are."""

import io
import re

from PIL import Image
from visit import DESKTOP, PHONE

# Texts that differ from run to run, each with a sample of the same width. A run's API keys are no secrets, but they
# would change each picture.
SAMPLES = [
    (r"DNITHE\d{26}", "DNITHE12345678901234567890123456"),
    (r"•••• \d{4}", "•••• 1234"),
    (r"localhost%3A\d+", "localhost%3A8080"),
    (r"E\d{20}[0-9A-Za-z]{11}", "E99999999202601151530AbCdEfGhIjK"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "01936a5c-8000-7000-8000-00005a4d0001"),
    (r" --server http://localhost:\d+| --data '[^']*'", ""),
    (r"localhost:\d+", "localhost:8080"),
    (r"\b\d{2}/\d{2}/\d{4}\b", "15/01/2026"),
    (r"\b\d{4}-\d{2}-\d{2}\b", "2026-01-15"),
    (r"\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{4}\b", "15 Jan 2026"),
    (r"\b\d{2}:\d{2}(?::\d{2})?\b", "12:30"),
    (r"…[0-9a-f]{10}", "…005a4d0001"),
    (r"\b\d+(?:[.,]\d)? ms\b", "12 ms"),
    (r"[A-Za-z0-9_-]{40,}", "•" * 32),
]
REPLACE = """
samples => {
    const patterns = samples.map(([pattern, sample]) => [new RegExp(pattern, "g"), sample]);
    const change = text => patterns.reduce((now, [pattern, sample]) => now.replace(pattern, sample), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.parentElement.closest("svg")) continue;  // the scale of a chart
        const changed = change(node.data);
        if (changed !== node.data) node.data = changed;
    }
    for (const field of document.querySelectorAll("input:not([type=hidden])")) {
        const changed = change(field.value);
        if (changed !== field.value) field.value = changed;
    }
}
"""


def photograph(visit, folder, name):
    """Desktop in light colours, phone in dark ones."""
    folder.mkdir(parents=True, exist_ok=True)
    page = visit.page
    page.evaluate(REPLACE, SAMPLES)
    for kind, size, scheme in (("", DESKTOP, "light"), ("-phone", PHONE, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        shot = page.screenshot(full_page=True, animations="disabled", caret="hide", scale="css")
        # 128 colours are all that such a page has, and a third of the bytes.
        picture = Image.open(io.BytesIO(shot)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
        picture.save(folder / f"{name}{kind}.png", optimize=True)
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")


assert all(re.compile(pattern) for pattern, _ in SAMPLES)
