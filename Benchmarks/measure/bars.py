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


def chart(title, summary, groups):
    """One scale for all groups that share none with another."""
    groups = [group for group in groups if group.bars]
    body, y = "", TOP
    for group in groups:
        highest = max([bar.value for bar in group.bars] + [group.goal or 0]) or 1
        scale = (RIGHT - LEFT) / highest
        body += svg.text(group.name, 24, y + 4, "head")
        top = y + 14
        for index, bar in enumerate(group.bars):
            place = top + index * ROW
            body += svg.text(bar.name, LEFT - 10, place + 16, anchor="end")
            body += svg.rectangle(LEFT, place + 4, bar.value * scale, ROW - 8, bar.style)
            body += svg.text(bar.shown, LEFT + bar.value * scale + 8, place + 16, "label")
        bottom = top + len(group.bars) * ROW
        if group.goal:
            x = LEFT + group.goal * scale
            body += svg.line(x, top - 2, x, bottom + 2, "goal")
            body += svg.text(group.goal_shown, x - 6, y + 4, "goal-text", "end")
        y = bottom + GAP + 16
    return svg.document(title, summary, y + 4, body)
