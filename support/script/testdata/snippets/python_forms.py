from __future__ import annotations

import math


def mean(*values: float) -> float:
    assert values, "mean of nothing"
    return math.fsum(values) / len(values)


scores: dict[str, list[float]] = {"ann": [1, 2, 3.5], "bob": [4.25]}
width = max([len(name) for name in scores])
for name, (first, *others) in scores.items():
    print(f"{name:>{width}} {first:6.2f} {len(others)} {mean(first, *others):.4f}")
del scores["bob"]
print(scores, {len(s) for s in ("a", "bb", "cc")})
x = y = [1]
y += [2]
print(f"{x=}, {x is y = }")
if __name__ == "__main__":
    print(f"{'done':-^12}")
