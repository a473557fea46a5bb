#!/usr/bin/env python3
"""Prints tables of a documents-*.csv as Markdown: each cell "here (document)".

usage: bench/documents/table.py bench/results/documents-book.csv [words that the table's name contains]
"""
import csv
import sys


def number(text):
    value = float(text)
    return f"{value:,.0f}".replace(",", " ") if abs(value) >= 10000 else text


def cell(record):
    if record is None:
        return ""
    text = number(record["here"])
    return f"{text} ({number(record['document'])})" if record["document"] else text


def table_lines(path, words=""):
    """The lines of the tables whose names contain the words."""
    tables = {}
    with open(path, encoding="utf-8") as file:
        for record in csv.DictReader(file):
            tables.setdefault(record["table"], []).append(record)
    lines = []
    for name, records in tables.items():
        if words not in name:
            continue
        rows = list(dict.fromkeys(r["row"] for r in records))
        columns = list(dict.fromkeys(r["column"] for r in records))
        cells = {(r["row"], r["column"]): r for r in records}
        lines += ["", f"**{name}**", "", f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
        for row in rows:
            lines.append(f"| {row} | {' | '.join(cell(cells.get((row, c))) for c in columns)} |")
    return lines


if __name__ == "__main__":
    print("\n".join(table_lines(*sys.argv[1:3])))
