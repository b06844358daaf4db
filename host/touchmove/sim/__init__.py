# SPDX-License-Identifier: GPL-3.0-or-later
"""The world on the other side of the sensors: wooden pieces, hands, and boards that feel them."""
