#!/usr/bin/env python3
"""Prints a results file of graze_bench as the Markdown tables of docs/benchmarks.md.

usage: bench/table.py bench/results/FILE.csv
"""
import csv
import sys
from collections import defaultdict


def short(nanoseconds):
    return f"{nanoseconds:.0f}" if nanoseconds < 10000 else f"{nanoseconds / 1000:.1f}k"


def time_cell(entry):
    if entry is None:
        return "–"
    mark = "" if entry["right"] == "1" else " (x)"
    return short(float(entry["median_ns"])) + mark


def error_cell(entry):
    if entry is None:
        return "–"
    worst = float(entry["worst_error"])
    return f"{entry['wrong']} / {worst:.0e}" if worst > 0 else f"{entry['wrong']} / 0"


def best_right_peer(entries):
    peers = [e for name, e in entries.items() if name != "graze" and e["right"] == "1"]
    if not peers:
        return "–"
    best = min(peers, key=lambda e: float(e["median_ns"]))
    return f"{float(best['graze_ratio']):.2f} {best['contender']}"


def main():
    rows = defaultdict(dict)
    for record in csv.DictReader(open(sys.argv[1], encoding="utf-8")):
        rows[record["row"]][record["contender"]] = record
    coherent = {name: entries for name, entries in rows.items() if name.endswith("COHERENT")}
    rows = {name: entries for name, entries in rows.items() if name not in coherent}
    contenders = list(dict.fromkeys(name for entries in rows.values() for name in entries))

    print("| ns per query | " + " | ".join(contenders) + " | graze / best right peer |")
    print("|---|" + "---:|" * len(contenders) + "---|")
    for name, entries in rows.items():
        print(f"| {name} | " + " | ".join(time_cell(entries.get(c)) for c in contenders)
              + f" | {best_right_peer(entries)} |")

    print("\n| wrong / worst error | " + " | ".join(contenders) + " |")
    print("|---|" + "---:|" * len(contenders))
    for name, entries in rows.items():
        print(f"| {name} | " + " | ".join(error_cell(entries.get(c)) for c in contenders) + " |")

    print("\n| smooth motion | cold ns | warm ns | cold supports | warm supports |\n"
          "|---|---:|---:|---:|---:|")
    for name, entries in coherent.items():
        cold, warm = entries["graze"], entries["graze/warm"]
        print(f"| {name.removesuffix(' COHERENT')} | {short(float(cold['median_ns']))} | "
              f"{short(float(warm['median_ns']))} | "
              f"{float(cold['iterations']):.1f} | {float(warm['iterations']):.1f} |")


if __name__ == "__main__":
    main()
