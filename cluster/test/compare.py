#!/usr/bin/env python3
"""Whether the parts of a match are the single run, game by game: compare.py WHOLE PART..."""

import json
import sys

# When a game was played and how long its moves took is no part of the game.
IGNORED = {"date", "times"}


def games(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["game"], {k: v for k, v in record.items() if k not in IGNORED}


def main():
    whole = dict(games(sys.argv[1]))
    seen, wrong = {}, 0
    for path in sys.argv[2:]:
        for number, record in games(path):
            if number in seen:
                print(f"game {number}: played twice, in {seen[number]} and {path}")
                wrong += 1
            elif record != whole.get(number):
                print(f"game {number}: {path} differs from {sys.argv[1]}")
                wrong += 1
            else:
                print(f"game {number}: {record['moves'].count(' ') + 1} plies, {record['result']}, the same")
            seen[number] = path
    for number in sorted(set(whole) - set(seen)):
        print(f"game {number}: lost")
        wrong += 1
    print(f"{len(seen)} of {len(whole)} games, {wrong} wrong")
    return 1 if wrong or len(seen) != len(whole) else 0


sys.exit(main())
