# SPDX-License-Identifier: MIT
"""A PostgreSQL for a test, thrown away with it, and nodes on it."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile

from premises import Site, free_port


def binaries():
    """Where Debian keeps the server's programs."""
    versions = sorted(os.listdir("/usr/lib/postgresql"), key=int)
    return os.path.join("/usr/lib/postgresql", versions[-1], "bin")


class Cluster:
    """Started at once; `stop` takes it away. What is written is not synced, as nobody pulls a plug."""

    def __init__(self, durable=False, env=None):
        self.env = env
        self.dir = tempfile.mkdtemp(prefix="metropole-pg-")
        self.port = free_port()
        self.user = "postgres" if os.geteuid() == 0 else None
        if self.user:
            os.chown(self.dir, pwd.getpwnam(self.user).pw_uid, -1)
        self.data = os.path.join(self.dir, "data")
        self.do("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as conf:
            conf.write("port=%d\nlisten_addresses='127.0.0.1'\nunix_socket_directories='%s'\n"
                       "fsync=%s\nmax_connections=60\nlog_min_messages=fatal\n"
                       % (self.port, self.dir, "on" if durable else "off"))
        self.start()
        self.names = 0

    def do(self, program, *args):
        command = [os.path.join(binaries(), program), *args]
        if self.user:
            command = ["setpriv", "--reuid", self.user, "--regid", self.user, "--clear-groups",
                       *command]
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
        self.kill()
        shutil.rmtree(self.dir, ignore_errors=True)
