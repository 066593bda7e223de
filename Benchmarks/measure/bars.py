"""Horizontal bars in groups, each with its number, and a dashed line where the goal is."""

from dataclasses import dataclass, field

import svg

LEFT, RIGHT, ROW, GAP, TOP = 250, 770, 24, 16, 92


@dataclass(frozen=True)
class Bar:
    name: str
    value: float
    style: str
    shown: str


@dataclass(frozen=True)
class Group:
    name: str
    bars: list = field(default_factory=list)
    goal: float | None = None
    goal_shown: str = ""


def chart(title, summary, groups, left=LEFT):
    """Each group has a scale of its own; names stand before `left`."""
    groups = [group for group in groups if group.bars]
    body, y = "", TOP
    for group in groups:
        highest = max([bar.value for bar in group.bars] + [group.goal or 0]) or 1
        scale = (RIGHT - left) / highest
        body += svg.text(group.name, 24, y + 4, "head")
        top = y + 14
        bottom = top + len(group.bars) * ROW
        for index, bar in enumerate(group.bars):
            body += svg.text(bar.name, left - 10, top + index * ROW + 16, anchor="end")
            body += svg.rectangle(left, top + index * ROW + 4, bar.value * scale, ROW - 8, bar.style)
        if group.goal:
            x = left + group.goal * scale
            body += svg.line(x, top - 2, x, bottom + 2, "goal")
            body += svg.text(group.goal_shown, x - 6, y + 4, "goal-text", "end")
        for index, bar in enumerate(group.bars):
            body += svg.text(bar.shown, left + bar.value * scale + 8, top + index * ROW + 16, "label")
        y = bottom + GAP + 16
    return svg.document(title, summary, y + 4, body)
