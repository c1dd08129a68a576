"""Makes digits.npz from digits.csv.gz, scikit-learn's copy of the UCI digits.

    python prepare.py digits.csv.gz

Needs NumPy. The same input gives the same bytes: the archive is not compressed
and its entries carry no time.
"""

import argparse
import gzip
import hashlib
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent


def held_out(labels):
    """Marks every fifth image of each class, in the file's order, as held out."""
    mask = np.zeros(len(labels), dtype=bool)
    for digit in range(10):
        mask[np.flatnonzero(labels == digit)[4::5]] = True
    return mask


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("csv", type=pathlib.Path, help="sklearn/datasets/data/digits.csv.gz of the wheel")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=HERE / "digits.npz")
    args = parser.parse_args()

    # A row is 64 pixels, row by row, and the label; all are small whole numbers written as floats.
    with gzip.open(args.csv, "rt") as lines:
        rows = np.loadtxt(lines, delimiter=",")
    if rows.shape != (1797, 65):
        raise SystemExit(f"{args.csv}: shape {rows.shape}, want (1797, 65)")
    pixels, labels = rows[:, :64], rows[:, 64]
    if not (np.isin(pixels, range(17)).all() and np.isin(labels, range(10)).all()):
        raise SystemExit(f"{args.csv}: want pixels among 0…16 and labels among 0…9")

    np.savez(
        args.output,
        images=pixels.astype(np.uint8).reshape(-1, 8, 8),
        labels=labels.astype(np.uint8),
        held_out=held_out(labels),
    )
    for path in args.csv, args.output:
        print(sha256(path), path.name)


if __name__ == "__main__":
    main()
