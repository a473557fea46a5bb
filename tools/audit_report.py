#!/usr/bin/env python3
"""Sums what the programs of an audit build appended to their log (environment variable GRAZE_AUDIT_LOG), and
prints it as a table.

Usage: audit_report.py LOG. Exit status 1 when the log has contradictions, 2 when it cannot be read.
"""
import collections
import sys


def main():
    if len(sys.argv) != 2:
        print("usage: audit_report.py LOG", file=sys.stderr)
        return 2
    sums = collections.defaultdict(collections.Counter)
    try:
        with open(sys.argv[1], encoding="utf-8") as log:
            for number, line in enumerate(log, 1):
                fields = line.rstrip("\n").split("\t")
                if len(fields) != 3 or not fields[2].isdigit():
                    print(f"{sys.argv[1]}:{number}: not a line of an audit's log: list, kind and count with "
                          f"tabs between them", file=sys.stderr)
                    return 2
                sums[fields[0]][fields[1]] += int(fields[2])
    except OSError as error:
        print(f"{sys.argv[1]}: {error.strerror}. Run programs of an audit build with GRAZE_AUDIT_LOG set to "
              f"this name", file=sys.stderr)
        return 2
    for title in ("answers", "not shown", "contradictions"):
        print(f"{title}: {sum(sums[title].values())}")
        for kind, count in sorted(sums[title].items()):
            print(f"  {count:12} {kind}")
    return 1 if sums["contradictions"] else 0


if __name__ == "__main__":
    sys.exit(main())
