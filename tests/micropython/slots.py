# SPDX-License-Identifier: GPL-3.0-or-later
"""A board's prompt and its start, on desktop MicroPython with LittleFS on a flash in memory. Not run on the host.

Lines come in, and each gets one line: `= TEXT` (Base64) or `! TEXT`, a traceback.

    exec CODE       (Base64) run code, as a raw prompt does
    reset           forget what that left
    mark            begin to count what is done to the flash
    count           how much that was
    boot N SHARE    let the power go at the N-th of it, when SHARE percent of that were done; what starts then?
"""

import io
import sys
from binascii import a2b_base64, b2a_base64

import vfs
from flash import PAGE, Copy, make

OWN = set(sys.modules)


def mount(flash):
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/")


def run(code, names):
    """Run code; return what it printed."""
    out = io.StringIO()
    names["print"] = lambda *values: print(*values, file=out)
    exec(code, names)
    return out.getvalue()


def boot(flash):
    """Start as a board does; return what its firmware and the files beside it say."""
    said = []
    sys.modules["said"] = said
    sys.path[:] = ["", ".frozen"]
    mount(flash)
    try:
        with open("/main.py") as file:
            code = file.read()
        run(code, {"__name__": "__main__"})
        with open("/journal/1") as file:
            said.append(file.read())
    finally:
        for path in ("/firmware", "/"):
            try:
                vfs.umount(path)
            except OSError:
                continue  # it was not mounted: nothing of ours has started
        for name in set(sys.modules) - OWN:
            del sys.modules[name]
    return " ".join(said)


def main():
    vfs.umount("/")
    flash = make()
    mount(flash)
    names = {}
    base, first, done = None, 0, 0  # base: the flash at the mark, with so much done to it since
    for line in sys.stdin:
        what, *words = line.split()
        try:
            answer = ""
            if what == "exec":
                answer = run(a2b_base64(words[0]), names)
            elif what == "reset":
                if "file" in names:
                    names["file"].close()  # as a chip does; the collector of a desktop cannot write to our flash
                names.clear()
            elif what == "mark":
                base, first, done = copied(flash), len(flash.log), 0
            elif what == "count":
                answer = str(len(flash.log) - first)
            elif what == "boot":
                number, share = int(words[0]), int(words[1])
                while done < number:
                    base.apply(flash.log[first + done])
                    done += 1
                trial = Copy(base)
                if share:
                    trial.apply(flash.log[first + done], share / 100)
                vfs.umount("/")
                try:
                    answer = boot(trial)
                finally:
                    mount(flash)
            print("=", b2a_base64(answer.encode()).decode().strip())
        except Exception as error:
            text = io.StringIO()
            sys.print_exception(error, text)
            print("!", text.getvalue().replace("\n", " "))


def copied(flash):
    copy = make()
    copy.blocks = {number: bytearray(data) for number, data in flash.blocks.items()}
    return copy


main()
