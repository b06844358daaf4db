# SPDX-License-Identifier: GPL-3.0-or-later
"""The journal on a disk: append-only lines in small files, one folder a game (`drivers/journal_files.py` has it all).

A segment of at most 512 bytes stays inside LittleFS's own metadata, so that a sync seldom has to erase a flash block.
There it takes eight times its size, so eight of them are made into one file of one block when nobody waits for it.

    journal/id              drawn once, when the journal is created
    journal/00000001/       a game, named by the number of its first record
    journal/00000001/00000001, 00000012, …   its segments, alone or eight in a file, named likewise
    journal/00000001/00000012.1              this segment as it was found damaged; its sound lines were kept
    journal/old/            a game that is being removed
    journal.1/              a journal that could not be read; another one was begun
"""
