#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""history.py SERVER NAME FOLDER [COOKIE]: the records of the games that somebody has finished on a server.

One file for each game, so that `metropole review FOLDER` can say what they have in common. Others see
the games of public tables; the cookie of one's own browser (metropole_session=…) opens all of one's own.
What is in the folder already is not fetched again.
"""
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

PACE = 0.1  # seconds between two records: half of what a server allows


def fetch(server, path, cookie):
    request = urllib.request.Request(server.rstrip("/") + path, headers={"Cookie": cookie} if cookie else {})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def games(server, name, cookie):
    """The newest first, a page at a time."""
    before = ""
    while True:
        page = json.loads(fetch(server, f"/api/users/{urllib.parse.quote(name, safe='')}/games{before}", cookie))
        yield from page["games"]
        if len(page["games"]) < 50:
            return
        before = f"?before={page['games'][-1]['key']}"


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__.splitlines()[0])
    server, name, folder = sys.argv[1:4]
    cookie = sys.argv[4] if len(sys.argv) > 4 else ""
    Path(folder).mkdir(parents=True, exist_ok=True)
    fetched = 0
    try:
        for game in games(server, name, cookie):
            file = Path(folder, f"{game['game']}-{game['table']}.txt")
            if file.exists():
                continue
            file.write_text(fetch(server, f"/api/tables/{game['table']}/record", cookie), encoding="utf-8")
            fetched += 1
            time.sleep(PACE)
    except urllib.error.HTTPError as error:
        what = f"the server knows nobody of the name {name}" if error.code == 404 else f"the server said {error.code}"
        sys.exit(f"{what}; {fetched} records were fetched")
    except (urllib.error.URLError, ValueError) as error:
        sys.exit(f"{server} cannot be asked: {error}")
    print(f"{fetched} records fetched into {folder}")


if __name__ == "__main__":
    main()
