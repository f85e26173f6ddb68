# SPDX-License-Identifier: MIT
"""`metropole admin copy-data`: a site moves from a file to PostgreSQL and back, record by record, and
nobody notices but by the address. Usage: copies.py PROGRAM"""

import os
import sqlite3
import sys
import tempfile

from ground import Cluster, Node
from premises import Game, Site, Talk, account, curl, free_port, guest

# What nodes share for the moment; everything else must be copied, whatever is added to the schema.
PASSING = {"nodes", "leases", "thinks", "presences", "budgets", "commands", "dead", "schema_version"}


def people(site):
    """A game that is played, one that is over, an account, a report: something of most kinds."""
    url = "http://localhost:%d" % site.port
    game = Game(site)
    game.play(4)
    game.talks[0].do("chat", table=game.table, text="Un café, s'il te plaît ☕")
    seq = game.talks[0].do("view", table=game.table)["seq"]
    game.talks[1].do("report", table=game.table, seq=seq)
    cookies = [account(url, name, "a long password") for name in ("Zoé", "Émile")]
    talks = [Talk(site.port, cookie) for cookie in cookies]
    table = talks[0].do("create", game="metro", players=2, seats=["me", "open"])["table"]
    talks[1].do("sit", table=table)
    talks[0].do("start", table=table)
    while True:
        legal = [talk.do("legal", table=table) for talk in talks]
        if not any(answer["moves"] for answer in legal):
            break
        for talk, answer in zip(talks, legal):
            if answer["moves"]:
                talk.do("play", table=table, move=answer["moves"][0], turn=answer["turn_no"])
    return game.cookies, game.table, cookies[0], table


def seen(url, cookie, over):
    """What a visitor sees of it."""
    return [curl("-b", cookie, url + path)
            for path in ("/api/tables/%s/record" % over, "/api/me/games", "/api/me")]


def rows_of_file(path):
    db = sqlite3.connect(path)
    names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
             if not row[0].startswith("sqlite_")}
    rows = {name: sorted(map(repr, db.execute("SELECT * FROM " + name))) for name in names - PASSING}
    db.close()
    return rows


def refused(site, *args):
    status, text = site.run("admin", "copy-data", *args)
    assert status != 0, text
    return text


def holds_no_copy(site, cluster, folder):
    """Places that are not fit for one: each is refused with a sentence, and left as it was."""
    def other(*statements):
        name = cluster.database()
        for text in statements:
            cluster.sql(name, text)
        return name

    def path(name, *statements):
        db = sqlite3.connect(os.path.join(folder, name))
        for text in statements:
            db.execute(text)
        db.commit()
        db.close()
        return os.path.join(folder, name)

    with open(os.path.join(folder, "letter"), "w", encoding="utf-8") as file:
        file.write("Dear all, this is a letter and no database. " * 100)
    cluster.sql("postgres", "CREATE ROLE weak LOGIN")
    taken = other("CREATE TABLE users(id BIGINT)")
    for target, remedy in [
            (os.path.join(folder, "none/x.db"), "Cannot make the data file"),
            (os.path.join(folder, "letter"), "not a database"),
            (path("newer.db", "PRAGMA user_version = 99"), "version 99"),
            (path("theirs.db", "CREATE TABLE users(id INTEGER)"), "another program"),
            (site.data, "Another server uses"),
            (cluster.url("nowhere").replace("postgres@", "postgres:secretword@"), "does not exist"),
            (cluster.url("site1", port=free_port()), "Connection refused"),
            (cluster.url(other()).replace("postgres@", "weak@"), "permission denied"),
            (cluster.url(other("CREATE TABLE schema_version(version BIGINT)",
                               "INSERT INTO schema_version VALUES(99)")), "version 99"),
            (cluster.url(taken), "already exists")]:
        text = refused(site, site.data, target)
        assert remedy in text and "secretword" not in text, (target, text)
    assert cluster.sql(taken, "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                       "'public'::regnamespace") == [["users"]]
    db = sqlite3.connect(os.path.join(folder, "theirs.db"))
    assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("users",)]
    db.close()
    with open(os.path.join(folder, "letter"), encoding="utf-8") as file:
        assert file.read().startswith("Dear all")


def a_copy_that_differs_is_told(site, cluster, program):
    """One letter in one record, changed on its way by the place itself."""
    name = cluster.database()
    node = Node(program, cluster.url(name)).up()
    node.clear()
    cluster.sql(name, "DELETE FROM meta; CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN "
                "NEW.text := NEW.text || ''!''; RETURN NEW; END'; CREATE TRIGGER change BEFORE INSERT ON events "
                "FOR EACH ROW WHEN (NEW.seq = 7) EXECUTE FUNCTION change()")
    text = refused(site, site.data, cluster.url(name))
    assert "Record 7 of events is not the same in both. Do not use the copy." in text, text


def main():
    program = os.path.abspath(sys.argv[1])
    folder = tempfile.mkdtemp(prefix="metropole-copies-")
    cluster = Cluster()
    site = Site(program)
    node = None
    try:
        url = cluster.url(cluster.database())
        site.start("requests_per_minute = 10000", "messages_per_second = 1000", port=0)
        guests, playing, cookie, over = people(site)
        assert "Another server uses" in refused(site, site.data, url)
        before = seen("http://localhost:%d" % site.port, cookie, over)
        assert site.stop() == 0
        holds_no_copy(site, cluster, folder)
        a_copy_that_differs_is_told(site, cluster, program)
        status, text = site.run("admin", "copy-data", site.data, url)
        assert status == 0 and "is the same" in text, text
        assert "There are data" in refused(site, site.data, url)

        node = Node(program, url).up()
        assert seen(node.url(), cookie, over) == before
        assert "A server uses" in refused(site, url, os.path.join(folder, "early.db"))
        back = os.path.join(folder, "back.db")
        node.stop()
        again = cluster.url(cluster.database())
        for source, target in ((url, again), (again, back)):
            status, text = site.run("admin", "copy-data", source, target)
            assert status == 0, text
        there, here = rows_of_file(site.data), rows_of_file(back)
        for kind in ("tables", "seats", "users", "sessions", "ratings", "results", "reports", "meta"):
            assert here[kind] and here[kind] == there[kind], kind
        for kind, rows in there.items():  # nothing is lost of any kind; the node added lines of its own
            assert len(here[kind]) >= len(rows), (kind, len(here[kind]), len(rows))

        site.data = back
        site.start()
        assert seen("http://localhost:%d" % site.port, cookie, over) == before
        talk = Talk(site.port, guests[0])
        other = Talk(site.port, guests[1])
        for someone in (talk, other):
            legal = someone.do("legal", table=playing)
            if legal["moves"]:
                someone.do("play", table=playing, move=legal["moves"][0], turn=legal["turn_no"])
        guest("http://localhost:%d" % site.port, "Newcomer")
        assert refused(site, os.path.join(folder, "nothing.db"), url)
    finally:
        if site.process:
            site.stop()
        if node:
            node.clear()
        cluster.stop()
    print("a site went to PostgreSQL, to another one and back to a file")


if __name__ == "__main__":
    main()
