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


def main():
    tables = {}
    with open(sys.argv[1], encoding="utf-8") as file:
        for record in csv.DictReader(file):
            tables.setdefault(record["table"], []).append(record)
    for name, records in tables.items():
        if len(sys.argv) > 2 and sys.argv[2] not in name:
            continue
        rows = list(dict.fromkeys(r["row"] for r in records))
        columns = list(dict.fromkeys(r["column"] for r in records))
        cells = {(r["row"], r["column"]): r for r in records}
        print(f"\n**{name}**\n\n| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
        for row in rows:
            print(f"| {row} | {' | '.join(cell(cells.get((row, c))) for c in columns)} |")


main()
