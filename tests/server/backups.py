# SPDX-License-Identifier: MIT
"""docs/hosting.md on PostgreSQL, as a host would follow it: a role and a database of its own, a copy that
is put back, and back to a point in time. The lines are taken from the page. Usage: backups.py PROGRAM ROOT"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from ground import Cluster, Node, as_postgres, binaries
from place import log_is_whole, pair, play
from premises import Talk

ADDRESS = "postgresql://metropole@db.example.net/metropole"


class Page:
    """Its commands and settings, with the addresses and folders of this test."""

    def __init__(self, root, cluster, folder):
        with open(os.path.join(root, "docs/hosting.md"), encoding="utf-8") as file:
            self.text = file.read()
        self.cluster = cluster
        self.url = "postgresql://metropole@127.0.0.1:%d/metropole" % cluster.port
        self.names = [("/srv/", folder + "/"), (ADDRESS, self.url), ("-h db.example.net", "-h 127.0.0.1"),
                      ("-d postgresql://…", "-d " + self.url), ("COPY", folder + "/copy")]

    def find(self, pattern):
        """What the page says, whole."""
        found = re.search(pattern, self.text, re.M)
        assert found, pattern
        said = found.group(0).strip("`")
        for old, new in self.names:
            said = said.replace(old, new)
        return said

    def run(self, pattern, user="metropole"):
        """A command of the page, on the database's machine."""
        env = dict(os.environ, PGHOST="127.0.0.1", PGPORT=str(self.cluster.port), PGUSER=user,
                   PATH=binaries() + ":" + os.environ["PATH"])
        done = subprocess.run([*as_postgres(), "sh", "-c", self.find(pattern)], stdout=subprocess.PIPE, env=env,
                              stderr=subprocess.STDOUT, text=True, check=False, cwd="/")
        assert done.returncode == 0, (self.find(pattern), done.stdout)


class Place:
    """The page's database."""

    def __init__(self, cluster):
        self.cluster = cluster

    def sql(self, text):
        return self.cluster.sql("metropole", text)


def seen(talk, table):
    """The number of a table's last event."""
    return talk.do("view", table=table)["seq"]


def a_copy_is_put_back(page, place, node):
    node.up()
    talks, table = pair(node, node)
    play(talks, table, 4)
    page.run(r"`pg_dump -Fc[^`]*`")
    kept = log_is_whole(place, table)
    play(talks, table, 4)
    assert node.stop() == 0
    page.run(r"`pg_restore [^`]*`")
    node.up()
    assert log_is_whole(place, table) == kept
    talks = [Talk(node.port, talk.cookie) for talk in talks]
    play(talks, table, 2)
    return talks, table


def back_to_a_minute(page, place, node, talks, table):
    """And who has seen what is gone now starts the game afresh."""
    cluster = page.cluster
    page.run(r"^pg_basebackup .*$", user="postgres")
    play(talks, table, 3)
    kept = log_is_whole(place, table)
    wanted = place.sql("SELECT clock_timestamp()")[0][0]
    time.sleep(0.1)
    play(talks, table, 3)
    was_seen = seen(talks[0], table)
    place.sql("SELECT pg_switch_wal()")  # else after archive_timeout
    assert node.stop() == 0
    cluster.do("pg_ctl", "-D", cluster.data, "-m", "fast", "stop")
    shutil.move(cluster.data, cluster.data + ".old")
    base = page.find(r"/srv/base/\$")[:-1]
    shutil.move(os.path.join(base, os.listdir(base)[0]), cluster.data)
    settings = [page.find(r"`restore_command = [^`]*`"), page.find(r"`recovery_target_time = [^`]*`"),
                page.find(r"`recovery_target_action = [^`]*`")]
    settings[1] = re.sub(r"'.*'", "'%s'" % wanted, settings[1])
    with open(os.path.join(cluster.data, "postgresql.conf"), "a", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in settings)
    cluster.do("touch", os.path.join(cluster.data, page.find(r"`touch recovery\.signal`").split()[1]))
    cluster.start()
    end = time.monotonic() + 20
    while place.sql("SELECT pg_is_in_recovery()") != [["f"]]:
        assert time.monotonic() < end, "still in recovery"
        time.sleep(0.1)
    node.up()
    assert log_is_whole(place, table) == kept
    talks = [Talk(node.port, talk.cookie) for talk in talks]
    talks[0].tell("watch", table=table, since=was_seen)
    assert talks[0].wait("table")["seq"] == kept, "who has seen more starts afresh"
    play(talks, table, 3)
    assert log_is_whole(place, table) > kept


def main():
    program, root = os.path.abspath(sys.argv[1]), sys.argv[2]
    folder = tempfile.mkdtemp(prefix="metropole-backups-")
    os.chmod(folder, 0o777)
    for name in ("wal", "base"):
        os.mkdir(os.path.join(folder, name))
        os.chmod(os.path.join(folder, name), 0o777)
    cluster = Cluster()
    node = None
    try:
        page = Page(root, cluster, folder)
        with open(os.path.join(cluster.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.writelines(page.find("^%s = .*$" % name) + "\n"
                            for name in ("archive_mode", "archive_command", "archive_timeout"))
        cluster.halt()
        cluster.start()
        page.run(r"^createuser --replication .*$", user="postgres")
        page.run(r"^createuser metropole$", user="postgres")
        page.run(r"^createdb .*$", user="postgres")
        node, place = Node(program, page.url), Place(cluster)
        talks, table = a_copy_is_put_back(page, place, node)
        back_to_a_minute(page, place, node, talks, table)
        print("a copy was put back, and the site went back to a point in time")
    finally:
        if node:
            node.clear()
        cluster.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
