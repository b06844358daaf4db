# SPDX-License-Identifier: GPL-3.0-or-later
"""What is packed is what is in the tree."""

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import touchmove
from touchmove import paths

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_folder_with_code_is_packed():
    roots = {
        "touchmove": ROOT / "host" / "touchmove",
        "touchmove.firmware": ROOT / "firmware",
        "touchmove.boards": ROOT / "boards",
    }
    found = set()
    for package, folder in roots.items():
        for file in folder.rglob("*.py"):
            found.add(".".join([package, *file.parent.relative_to(folder).parts]))
    assert sorted(found) == PROJECT["tool"]["setuptools"]["packages"]


def test_one_version():
    assert PROJECT["project"]["version"] == touchmove.__version__


def test_firmware_and_boards_are_here_as_files():
    assert (paths.FIRMWARE / "link" / "table.py").is_file()
    assert (paths.BOARDS / "pico_reed.py").is_file()
    assert (paths.CPYTHON / "micropython.py").is_file()


def test_a_wheel_has_all_it_needs(tmp_path):
    tree = tmp_path / "tree"
    for name in ("host", "firmware", "boards"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--quiet",
        "-w",
        tmp_path,
        tree,
    ]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    sources = {path.relative_to(tree) for folder in ("firmware", "boards") for path in (tree / folder).rglob("*.py")}
    assert sources == {path for path in sources if (installed / "touchmove" / path).is_file()}
    static = {path.name for path in (tree / "host" / "touchmove" / "web" / "static").glob("*")}
    assert static == {path.name for path in (installed / "touchmove" / "web" / "static").glob("*")}
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    code = "from touchmove import paths, record; print(paths.FIRMWARE)"
    result = subprocess.run([sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert result.stdout.strip() == str(installed / "touchmove" / "firmware"), result.stderr
