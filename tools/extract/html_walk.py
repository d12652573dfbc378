"""A parsed page, node by node, without recursion: a page may be nested deeper than a program's stack."""

from __future__ import annotations

from collections.abc import Iterator

from bs4.element import Tag


def events(root: Tag) -> Iterator[tuple[object, bool]]:
    """Every node below the root in order, an element once where it begins and once where it ends; without recursion, however deep."""
    opened = [(root, iter(root.contents))]
    while opened:
        tag, children = opened[-1]
        child = next(children, None)
        if child is None:
            opened.pop()
            if tag is not root:
                yield tag, False
        elif isinstance(child, Tag):
            yield child, True
            opened.append((child, iter(child.contents)))
        else:
            yield child, True
