# SPDX-License-Identifier: GPL-3.0-or-later
"""Read and write positions as FEN.

Reading builds a Setup and lets it be checked, so text that is no position is refused and nothing has changed.
Castling is read as KQkq (the outermost rook) or as files, HAha, and written as KQkq, in Chess960 as HAha.
"""

from .piece import KING, LETTERS, ROOK, SIDES
from .setup import Setup
from .square import NOWHERE, name, parse

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def load(position, text):
    """Set up a position from FEN (the two counters may be left out); raise ValueError if it is none."""
    fields = text.split()
    if len(fields) not in (4, 6):
        raise ValueError(f"FEN has {len(fields)} fields, must have 6, or 4 without counters")
    setup = Setup()
    _read_board(setup, fields[0])
    if fields[1] not in ("w", "b"):
        raise ValueError(f"side '{fields[1]}': must be w or b")
    setup.turn = "wb".index(fields[1])
    _read_castling(setup, fields[2])
    if fields[3] != "-":
        setup.ep_square = parse(fields[3])
    if len(fields) == 6:
        setup.halfmove_clock = _read_count("halfmove clock", fields[4])
        setup.fullmove_number = _read_count("move number", fields[5])
    position.set_up(setup)


def dump(position):
    """Return the FEN, with an en passant square only if such a capture is legal. Overwrites `moves`."""
    castling = ""
    for index in range(4):
        rook = position.rook_square(index >> 1, index & 1)
        if rook != NOWHERE:
            mark = "abcdefgh"[rook & 7] if position.chess960 else "kq"[index & 1]
            castling += mark if index >> 1 else mark.upper()
    passing = name(position.ep_square) if position.has_legal_en_passant() else "-"
    return " ".join(
        (
            _write_board(position.board),
            "wb"[position.turn],
            castling or "-",
            passing,
            str(position.halfmove_clock),
            str(position.fullmove_number),
        )
    )


def _read_board(setup, field):
    rows = field.split("/")
    if len(rows) != 8:
        raise ValueError(f"board has {len(rows)} ranks, must have 8")
    for index in range(8):
        rank = 7 - index
        file = 0
        for code in rows[index].encode():
            if 49 <= code <= 56:  # 1 to 8
                file += code - 48
                continue
            piece = LETTERS.find(bytes((code,)))
            if piece <= 0 or code == 46:  # a point
                raise ValueError(f"rank {rank + 1}: '{chr(code)}' is no piece")
            if file < 8:
                setup.board[rank * 8 + file] = piece
            file += 1
        if file != 8:
            raise ValueError(f"rank {rank + 1} has {file} squares, must have 8")


def _read_castling(setup, field):
    board = setup.board
    for mark in field if field != "-" else "":
        lower = mark.lower()
        side = 1 if mark == lower else 0
        first = side * 56
        king = board.find(bytes([KING | side << 3]))
        if not first <= king < first + 8:
            raise ValueError(f"castling '{mark}': no {SIDES[side]} king on his first rank")
        rook = bytes([ROOK | side << 3])
        if lower == "k":
            square = board.rfind(rook, king, first + 8)
        elif lower == "q":
            square = board.find(rook, first, king)
        elif lower in "abcdefgh":
            square = first + ord(lower) - 97
            square = board.find(rook, square, square + 1)
        else:
            raise ValueError(f"castling '{mark}': must be of KQkq, or of files A to H and a to h, or -")
        if square < 0:
            raise ValueError(f"castling '{mark}': no {SIDES[side]} rook for it")
        index = side * 2 + (square < king)
        if setup.rooks[index] != NOWHERE:
            raise ValueError(f"castling '{field}': the same wing twice")
        setup.rooks[index] = square
        # Standard chess can be written with file letters too; then Chess960 is meant.
        if mark not in "KQkq" or king & 7 != 4 or square & 7 not in (0, 7):
            setup.chess960 = True


def _read_count(what, field):
    # isdigit() alone would let other scripts' digits through on CPython.
    for mark in field:
        if mark not in "0123456789":
            raise ValueError(f"{what} '{field}': must be a number")
    return int(field)


def _write_board(board):
    text = bytearray()
    for rank in range(7, -1, -1):
        gap = 48  # the digit 0
        for square in range(rank * 8, rank * 8 + 8):
            if board[square]:
                if gap > 48:
                    text.append(gap)
                text.append(LETTERS[board[square]])
                gap = 47
            gap += 1
        if gap > 48:
            text.append(gap)
        text.append(47)  # a stroke
    return text[:-1].decode()
