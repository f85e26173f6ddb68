#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scaling.py LOAD PROGRAM FOLDER [SECONDS]: the figures of docs/scaling.md in one run: a file and
PostgreSQL (a throw-away one that syncs), one to three nodes, and more and more tables. LOAD is
build/bench/load. Writes FOLDER/scaling.tsv and draws FOLDER/scaling.svg with the model beside it."""

import os
import re
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/server"))
from ground import Cluster  # noqa: E402  pylint: disable=wrong-import-position

COLUMNS = ["asked", "moves", "median", "p99", "most", "messages", "event_bytes", "resident_mb", "cpu", "commits",
           "node_us", "requests", "bytes", "far_median", "far_p99", "database_us", "client_us"]
IDLE = ["idle_node_ms", "idle_base_ms", "net_node_us", "net_base_us"]  # of each row, too


def measure(load, program, seconds, where, *more):
    """Rows of the load's table: at half the rate, and at the rate."""
    done = subprocess.run([load, "-a", "thin", "-s", str(seconds), "-d", where, *map(str, more), program],
                          stdout=subprocess.PIPE, text=True, check=False)
    rows, idle = [], [0, 0]
    for line in done.stdout.splitlines():
        cells = [cell.strip().rstrip(" %") for cell in line.strip("|").split("|")]
        if len(cells) == len(COLUMNS) and cells[0].isdigit():
            row = dict(zip(COLUMNS, map(float, cells)))
            net = [max(0, row[key] - 1000 * ms / row["moves"]) for key, ms in zip(("node_us", "database_us"), idle)]
            rows.append({**row, **dict(zip(IDLE, idle + net))})
        elif line.startswith("idle: "):
            idle = [float(number) for number in re.findall(r"\d+\.\d+", line)]
    assert rows, done.stdout
    return rows


class Run:
    def __init__(self, load, program, folder, seconds):
        self.load, self.program, self.seconds = load, program, seconds
        self.out = open(os.path.join(folder, "scaling.tsv"), "w", encoding="ascii")
        self.use(Cluster(durable=True))
        print("%-15s %6s %6s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s %7s" %
              ("", "", "asked", "moves/s", "p50 ms", "p99 ms", "far p50", "far p99", "node us", "base us", "own us",
               "commits", "idle ms", "base ms"))

    def use(self, cluster):
        self.cluster = cluster
        with open(os.path.join(cluster.data, "postmaster.pid"), encoding="ascii") as file:
            self.database = int(file.readline())

    def row(self, name, number, row):
        print("%-15s %6d %6d %7d %7.1f %7.1f %7.1f %7.1f %7d %7d %7d %7d %7.1f %7.1f" %
              (name, number, row["asked"], row["moves"], row["median"], row["p99"], row["far_median"], row["far_p99"],
               row["node_us"], row["database_us"], row["client_us"], row["commits"], row["idle_node_ms"],
               row["idle_base_ms"]), flush=True)
        self.out.write("\t".join([name.replace(" ", "_"), str(number)] + ["%g" % row[key] for key in COLUMNS + IDLE]) + "\n")
        self.out.flush()

    def room(self):
        """What an event takes in the database, with its indexes, and in the log that is archived."""
        name = "site%d" % self.cluster.names
        events, size, log = self.cluster.sql(name, "SELECT count(*), pg_total_relation_size('events'), "
                                             "(SELECT wal_bytes FROM pg_stat_wal) FROM events")[0]
        print("%s events, %.0f bytes each, %.1f MB of log since the database began" %
              (events, float(size) / float(events), float(log) / 2**20), flush=True)

    def file(self, name, number, *more):
        for row in measure(self.load, self.program, self.seconds, "/tmp", *more):
            self.row(name, number, row)

    def shared(self, name, number, nodes, *more):
        url = self.cluster.url(self.cluster.database())
        for row in measure(self.load, self.program, self.seconds, url, "-n", nodes, "-P", self.database, *more):
            self.row(name, number, row)


PLOT = """
set terminal svg size 900,700 font "sans-serif,12" dashlength 0.6; set output "%(folder)s/scaling.svg"
set multiplot layout 2,1; set grid; set key outside right top; set lmargin 11; set rmargin 40
set xlabel "nodes on one PostgreSQL, 500 moves a second in all"; set ylabel "microseconds of processor a move"
set xrange [0.5:3.5]; set yrange [0:*]; set xtics 1
plot "< grep ^nodes %(tsv)s | awk '$3 == 500'" using 2:13 with linespoints lw 2 title "nodes, measured", \\
  "" using 2:18 with linespoints lw 2 title "PostgreSQL, measured", \\
  %(node_a)f + %(node_b)f * x with lines dashtype 2 lw 2 linecolor "#555555" title "nodes, model", \\
  %(base_a)f + %(base_b)f * x with lines dashtype 3 lw 2 linecolor "#555555" title "PostgreSQL, model"
set logscale x; set xrange [80:12000]; set xtics 100, 10; set xlabel "tables, 400 moves a second in all, one node"
plot "< grep ^tables %(tsv)s | awk '$3 == 400'" using 2:13 with linespoints lw 2 title "node, measured", \\
  "" using 2:22 with linespoints lw 2 title "node, without the idle connections", \\
  "" using 2:18 with linespoints lw 2 title "PostgreSQL, measured", \\
  %(flat)f with lines dashtype 2 lw 2 linecolor "#555555" title "node, model", \\
  %(flat)f + %(idle)f * x with lines dashtype 3 lw 2 linecolor "#555555" title "and its connections, model"
unset multiplot
"""


def draw(folder):
    tsv = os.path.join(folder, "scaling.tsv")
    with open(tsv, encoding="ascii") as file:
        rows = [line.split("\t") for line in file]
    nodes = {int(row[1]): row for row in rows if row[0] == "nodes" and row[2] == "500"}
    tables = [row for row in rows if row[0] == "tables" and row[2] == "400"]
    slope = [(float(nodes[3][at]) - float(nodes[1][at])) / 2 for at in (12, 17)]
    words = {"folder": folder, "tsv": tsv, "node_b": slope[0], "node_a": float(nodes[1][12]) - slope[0],
             "base_b": slope[1], "base_a": float(nodes[1][17]) - slope[1],
             "flat": sum(float(row[21]) for row in tables) / len(tables),
             "idle": 1000 * float(tables[-1][19]) / float(tables[-1][1]) / 400}
    subprocess.run(["gnuplot"], input=PLOT % words, text=True, check=True)


def main():
    load, program, folder = (os.path.abspath(path) for path in sys.argv[1:4])
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 6
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    os.makedirs(folder, exist_ok=True)
    run = Run(load, program, folder, seconds)
    try:
        for rate in (1000, 3000):
            run.file("file", rate, "-c", 1000, "-t", 200, "-r", rate)
            run.shared("postgresql", rate, 1, "-c", 1000, "-t", 200, "-r", rate)
        for nodes in (1, 2, 3):
            run.shared("nodes", nodes, nodes, "-c", 600, "-t", 150, "-p", 2, "-r", 1000)
        for nodes in (2, 3):  # each table shown on one of them
            run.shared("apart", nodes, nodes, "-k", "-c", 600, "-t", 150, "-p", 2, "-r", 1000)
        run.cluster.stop()
        run.use(Cluster())  # thousands of tables are made one after the other, and need not be synced
        for watchers in (0, 4, 12):
            run.shared("watchers", watchers, 1, "-c", 100 * (2 + watchers), "-t", 100, "-p", 2, "-r", 400)
        run.room()
        for tables in (100, 1000, 5000, 10000):
            run.shared("tables", tables, 1, "-c", 2 * tables if tables < 10000 else 19900,
                       "-t", tables if tables < 10000 else 9950, "-p", 2, "-r", 400)
    finally:
        run.cluster.stop()
        run.out.close()
    draw(folder)
    print("drawn in %s/scaling.svg" % folder)


if __name__ == "__main__":
    main()
