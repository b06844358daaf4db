# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions in which there is much to find out: for the chip, and for the bench that lifts men in them."""

# Many moves, checks, pins, castling and en passant.
HARD = (
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "q3r2k/8/8/r2Pp2K/8/8/8/8 w - e6 0 1",
    "4r1k1/8/8/8/8/3n4/8/R3K2Q w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
)
