# SPDX-License-Identifier: MIT
"""A PostgreSQL for a test, thrown away with it, and nodes on it."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from premises import Site, free_port

HAPROXY = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin") or "haproxy"


def binaries():
    """Where Debian keeps the server's programs."""
    versions = sorted(os.listdir("/usr/lib/postgresql"), key=int)
    return os.path.join("/usr/lib/postgresql", versions[-1], "bin")


def as_postgres():
    """What a command begins with that root may not give itself: initdb refuses root."""
    user = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    return ["setpriv", *user] if os.geteuid() == 0 else []


class Cluster:
    """Started at once; `stop` takes it away. What is written is not synced, as nobody pulls a plug."""

    def __init__(self, durable=False, env=None):
        self.env = env
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clears up, too
        self.dir = tempfile.mkdtemp(prefix="metropole-pg-")
        self.port = free_port()
        if as_postgres():
            os.chown(self.dir, pwd.getpwnam("postgres").pw_uid, -1)
        self.data = os.path.join(self.dir, "data")
        self.do("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
            conf.write("port=%d\nlisten_addresses='127.0.0.1'\nunix_socket_directories='%s'\n"
                       "fsync=%s\nmax_connections=60\nlog_min_messages=fatal\n"
                       % (self.port, self.dir, "on" if durable else "off"))
        self.start()
        self.names = 0

    def do(self, program, *args):
        path = os.path.join(binaries(), program)
        command = [*as_postgres(), path if os.path.exists(path) else program, *args]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, cwd=self.dir, env=self.env)
        assert done.returncode == 0, (command, done.stdout)

    def start(self):
        self.do("pg_ctl", "-D", self.data, "-l", os.path.join(self.dir, "log"), "-w", "start")

    def halt(self):
        """As if its machine had lost power, but for the disk."""
        self.do("pg_ctl", "-D", self.data, "-m", "immediate", "stop")

    def stop(self):
        try:
            self.halt()
        except AssertionError:
            pass  # it is halted already
        shutil.rmtree(self.dir, ignore_errors=True)

    def sql(self, database, text):
        """Rows, as lists of text."""
        done = subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres",
                               "-At", "-F", "\t", "-c", text, database], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, done.stdout
        return [line.split("\t") for line in done.stdout.splitlines()]

    def reads_all(self, database, seconds):
        """Somebody who reads every table, as a copy does, and takes so long; begun when this returns."""
        text = ("BEGIN;\nDO $$DECLARE t regclass; BEGIN FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' "
                "AND relnamespace = 'public'::regnamespace LOOP EXECUTE 'LOCK TABLE ' || t || ' IN ACCESS SHARE "
                "MODE'; END LOOP; END$$;\n\\echo begun\nSELECT pg_sleep(%d);\nCOMMIT;\n" % seconds)
        reading = subprocess.Popen(["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-qAt",
                                    "-v", "ON_ERROR_STOP=1", database], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        reading.stdin.write(text)
        reading.stdin.close()
        assert reading.stdout.readline().strip() == "begun"
        return reading

    def database(self):
        """A new one; its name."""
        self.names += 1
        self.sql("postgres", "CREATE DATABASE site%d" % self.names)
        return "site%d" % self.names

    def url(self, database, port=None):
        return "postgresql://postgres@127.0.0.1:%d/%s" % (port or self.port, database)


class Node(Site):
    """A server process on a database of the cluster."""

    def __init__(self, program, url):
        super().__init__(program)
        self.data = url

    def up(self, *lines, **more):
        self.start("messages_per_second = 1000", "requests_per_minute = 100000",
                   "connections_per_address = 2000", *lines, port=self.port or free_port(), **more)
        return self

    def url(self):
        return "http://localhost:%d" % self.port

    def kill(self, number=signal.SIGKILL):
        if self.process:
            self.stop(number)

    def clear(self):
        if self.process:
            self.process.send_signal(signal.SIGCONT)
        super().clear()


class Proxy:
    """haproxy with these settings; frozen it lets nothing through and says nothing."""

    def __init__(self, folder, name, port, text):
        self.port = port
        self.conf = os.path.join(folder, name + ".cfg")
        with open(self.conf, "w", encoding="utf-8") as file:
            file.write(text)
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([HAPROXY, "-db", "-q", "-f", self.conf],
                                        stderr=subprocess.DEVNULL)
        while True:
            assert self.process.poll() is None, self.conf
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.02)

    def kill(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()


def front_settings(root, port, nodes):
    """The example that hosts are given, with the addresses of a test."""
    with open(os.path.join(root, "packaging/haproxy.cfg"), encoding="utf-8") as file:
        text = file.read()
    for old, new in [("bind :80", "bind 127.0.0.1:%d" % port), ("maxconn 100000", "maxconn 1000"),
                     *(("10.0.0.1%d:8080" % (i + 1), "127.0.0.1:%d" % node.port)
                       for i, node in enumerate(nodes))]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
