# SPDX-License-Identifier: MIT
"""cluster.py PROGRAM [ARGUMENT…]: runs a test on a PostgreSQL of its own, which is gone afterwards. The
test finds its address in METROPOLE_TEST_POSTGRES. initdb refuses root, so then it runs as `postgres`."""

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile


def as_user():
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # clears up, too
    tools = os.path.dirname(sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))[-1])
    folder = tempfile.mkdtemp(prefix="metropole-pg-")
    data = os.path.join(folder, "data")
    if os.geteuid() == 0:
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ("-c fsync=off -c full_page_writes=off -c listen_addresses=127.0.0.1 -c port=%d"
               " -c unix_socket_directories=%s" % (port, folder))
    try:
        subprocess.run([*as_user(), tools + "/initdb", "-D", data, "--no-sync", "-A", "trust", "-U",
                        "metropole", "--locale=C", "-E", "UTF8"], check=True, cwd="/",
                       stdout=subprocess.DEVNULL)
        subprocess.run([*as_user(), tools + "/pg_ctl", "-D", data, "-w", "-t", "60", "-l",
                        os.path.join(folder, "log"), "-o", options, "start"], check=True, cwd="/",
                       stdout=subprocess.DEVNULL)
        url = "postgresql://metropole@127.0.0.1:%d" % port
        done = subprocess.run(sys.argv[1:], check=False,
                              env=dict(os.environ, METROPOLE_TEST_POSTGRES=url))
        return done.returncode
    finally:
        subprocess.run([*as_user(), tools + "/pg_ctl", "-D", data, "-m", "immediate", "stop"],
                       check=False, cwd="/", stdout=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
