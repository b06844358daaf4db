# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that imports point one way. Reads the source, runs none of it.

rules <- play <- selftest <- app <- main <- loader -> linker
main -> drivers -> storage    main -> boards    link <- app, host
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = {"rules", "play", "link", "app", "drivers", "boards", "storage", "main", "loader", "linker", "selftest", "heap"}

# What each layer may import. None: anything that is not ours, besides what is named in OWN.
ALLOWED: dict[str, set[str] | None] = {
    "rules": {"rules", "micropython", "array"},
    "play": {"rules", "play", "micropython", "array"},
    "link": {"link", "binascii", "micropython"},
    "app": {"selftest", "heap", "rules", "play", "link", "micropython", "array", "gc", "io", "sys"},
    "heap": {"micropython", "gc", "sys"},
    "selftest": {"rules", "play", "link", "micropython", "binascii", "sys"},
    "storage": {"storage", "binascii", "micropython", "os"},
    "drivers": None,
    "main": None,
    "loader": {"linker", "main", "builtins", "sys", "vfs"},
    "linker": {"names", "array", "binascii", "builtins", "machine", "micropython", "rp2", "sys", "uctypes"},
    "boards": {"boards"},
}
OWN = {"drivers": {"drivers", "storage"}, "main": OURS}

# Names that reach outside without an import. Layers that must run anywhere, on time that is handed to them, use none.
REACHING = {"print", "open", "input", "exec", "eval", "compile", "__import__"}
PURE = ("rules", "play", "link", "app", "heap", "selftest", "boards")


def violations(root: Path = ROOT) -> Iterator[str]:
    """Yield `file:line: what is wrong` for every import against the arrows."""
    for layer in ALLOWED:
        folder = root / ("" if layer == "boards" else "firmware") / layer
        for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]:
            if file.exists():
                tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
                for line, problem in _firmware(layer, file.parent == folder, tree):
                    yield f"{file.relative_to(root)}:{line}: {problem}"
    host = root / "host" / "touchmove"
    for file in sorted(host.rglob("*.py")):
        package = ["touchmove", *file.relative_to(host).parent.parts]
        for line, name in _imports(ast.parse(file.read_text(encoding="utf-8"), str(file)), package):
            if not _host_may(name):
                yield f"{file.relative_to(root)}:{line}: the host may not import {name}: of the firmware only link"


def _firmware(layer: str, is_flat: bool, tree: ast.Module) -> Iterator[tuple[int, str]]:
    allowed = ALLOWED[layer]
    for line, name in _imports(tree, [layer] if is_flat else []):
        top = name.partition(".")[0]
        if (allowed is None and top in OURS - OWN[layer]) or (allowed is not None and top not in allowed):
            yield line, f"{layer} may not import {name}"
    if layer in PURE:
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in REACHING:
                yield node.lineno, f"{layer} may not use {node.id}"


def _imports(tree: ast.Module, package: list[str]) -> Iterator[tuple[int, str]]:
    """Yield line and full name of all imports; `from a import b` is `a.b`, what leaves the layer begins with `..`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            if node.level and not base:
                base = [".."]
            for alias in node.names:
                yield node.lineno, ".".join([*base, *([node.module] if node.module else []), alias.name])


def _host_may(name: str) -> bool:
    parts = name.split(".")
    if parts[:2] == ["touchmove", "firmware"]:
        return parts[2:3] == ["link"]
    return parts[:2] != ["touchmove", "boards"] and parts[0] not in OURS | {"firmware"}


def main() -> int:
    found = list(violations())
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
