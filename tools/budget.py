# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what was measured, and whether it is within its budget."""

KB = 1024


def tell(what: str, measured: float, budget: int, unit: str, is_least: bool = False) -> None:
    """Print a line. is_least: the budget is what there has to be."""
    is_kept = measured >= budget if is_least else measured <= budget
    limit = f"{'at least' if is_least else 'budget'} {budget:,}"
    print(f"{what:72}{measured:9,.0f} {unit:5} ({limit}){'' if is_kept else '  OVER BUDGET'}", flush=True)
