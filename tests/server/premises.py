# SPDX-License-Identifier: MIT
"""The program as a host meets it: started with a file of settings, looked at with curl, and a small
WebSocket client, plain or over TLS. Shares no code with the server."""

import json
import os
import random
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import traceback

WAIT = 20


class Site:
    """A folder with a data file, a file of settings, and perhaps a server that runs."""

    def __init__(self, program):
        self.program = program
        self.dir = tempfile.mkdtemp(prefix="metropole-site-")
        os.chmod(self.dir, 0o755)
        self.data = self.path("metropole.db")
        self.conf = self.path("metropole.conf")
        self.process = None
        self.port = 0
        self.log = ""

    def path(self, name):
        return os.path.join(self.dir, name)

    def configure(self, *lines):
        with open(self.conf, "w", encoding="utf-8") as file:
            file.write("# settings\nlog_level = 1\ndata = %s\n" % self.data)
            file.writelines(line + "\n" for line in lines)

    def run(self, *args, program=None, **more):
        """A command of the program, to its end: status and all it said."""
        done = subprocess.run([program or self.program, *args], stdout=subprocess.PIPE, cwd=self.dir, text=True,
                              stderr=subprocess.STDOUT, timeout=60, check=False, **more)
        return done.returncode, done.stdout

    def start(self, *lines, port=0, args=(), **more):
        """Starts a server; waits until it says that it is open."""
        self.configure("port = %d" % port, *lines)
        self.log = self.path("log.%d" % random.randrange(10**9))
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([self.program, "serve", "--config", self.conf, "--silence-seconds=600", *args],
                                            stdout=subprocess.PIPE, stderr=log, cwd=self.dir,
                                            text=True, **more)
        line = self.process.stdout.readline()
        assert " is open at " in line, (line, self.said())
        self.port = int(line.split(" is open at ")[1].split()[0].rsplit(":", 1)[1]) if not port and \
            line.split(" is open at ")[1].split()[0].count(":") > 1 else port
        return self

    def said(self):
        with open(self.log, encoding="utf-8") as log:
            return log.read()

    def hears(self, text):
        for _ in range(WAIT * 50):
            if text in self.said():
                return
            time.sleep(0.02)
        raise AssertionError("it never said %r: %s" % (text, self.said()))

    def send(self, number):
        self.process.send_signal(number)

    def tell(self):
        """The end of what the server said."""
        if self.log and os.path.exists(self.log):
            print(self.said()[-2000:])

    def clear(self):
        self.stop(signal.SIGKILL)
        shutil.rmtree(self.dir, ignore_errors=True)

    def stop(self, number=signal.SIGTERM):
        if not self.process:
            return None
        self.process.send_signal(number)
        status = self.process.wait(WAIT)
        self.process.stdout.close()
        self.process = None
        return status


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def curl(*args):
    """What a real client gets: status and body."""
    done = subprocess.run(["curl", "-s", "-S", "-m", "20", "-w", "\n%{http_code}", *args],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    body, _, status = done.stdout.rpartition("\n")
    return int(status) if done.returncode == 0 else -done.returncode, body.strip()


def certificate(folder, name):
    """A certificate for localhost that is its own authority; paths of it and its key."""
    cert, key = os.path.join(folder, name + ".crt"), os.path.join(folder, name + ".key")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", cert, "-days",
                    "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                   check=True, stderr=subprocess.DEVNULL)
    return cert, key


class Talk:
    """A WebSocket to the server; asks, and is told."""

    def __init__(self, port, cookie="", origin="", ca="", host="localhost",
                 source="127.0.0.1", token=""):
        sock = socket.create_connection(("127.0.0.1", port), WAIT, (source, 0))
        if ca:
            sock = ssl.create_default_context(cafile=ca).wrap_socket(sock, server_hostname=host)
        self.sock = sock
        self.cookie = cookie
        self.patience = None  # seconds for what is waited for, though there may be pings
        self.bytes = b""
        self.n, self.end = 0, None
        head = ("GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Protocol: metropole.1\r\n" % (host, port))
        head += "Cookie: %s\r\n" % cookie if cookie else ""
        head += "Origin: %s\r\n" % origin if origin else ""
        head += "Authorization: Bearer %s\r\n" % token if token else ""
        sock.sendall((head + "\r\n").encode())
        while b"\r\n\r\n" not in self.bytes:
            more = sock.recv(4096)
            if not more:
                raise ConnectionError("refused")
            self.bytes += more
        if not self.bytes.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(self.bytes.split(b"\r\n")[0].decode())
        self.bytes = self.bytes.split(b"\r\n\r\n", 1)[1]
        self.hello = self.wait("hello")

    def take(self, n):
        while len(self.bytes) < n:
            more = self.sock.recv(65536)
            if not more:
                raise ConnectionError("closed")
            if self.end and time.monotonic() > self.end:
                raise TimeoutError("nothing but pings")
            self.bytes += more
        taken, self.bytes = self.bytes[:n], self.bytes[n:]
        return taken

    def next(self):
        while True:
            first, second = self.take(2)
            length = second & 127
            if length == 126:
                length = struct.unpack(">H", self.take(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.take(8))[0]
            payload = self.take(length)
            if first & 15 == 1:
                return json.loads(payload)
            if first & 15 == 9:  # are you there?
                self.sock.sendall(bytes([0x8A, 0x80 | len(payload)]) + b"\0\0\0\0" + payload)
            if first & 15 == 8:
                raise ConnectionError("closed")

    def wait(self, kind):
        self.end = time.monotonic() + self.patience if self.patience else None
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def tell(self, op, **members):
        """Asks, and does not listen."""
        self.n += 1
        text = json.dumps({"op": op, "id": self.n, **members}).encode()
        head = bytes([0x81])
        head += bytes([0x80 | len(text)]) if len(text) < 126 else \
            bytes([0x80 | 126]) + struct.pack(">H", len(text))
        self.sock.sendall(head + b"\0\0\0\0" + text)

    def ask(self, op, **members):
        self.tell(op, **members)
        while True:
            answer = self.wait("answer")
            if answer.get("id") == self.n:
                return answer

    def do(self, op, **members):
        answer = self.ask(op, **members)
        assert answer["ok"], answer
        return answer

    def close(self):
        self.sock.close()


def become(url, path, body, *more, origin=None, status=201):
    """Becomes somebody through curl; the cookie."""
    done = subprocess.run(["curl", "-s", "-i", "-m", "20", *more, "-H",
                           "Content-Type: application/json", "-H", "Origin: " + (origin or url), "-d",
                           json.dumps(body), url + path],
                          stdout=subprocess.PIPE, text=True, check=True)
    assert " %d" % status in done.stdout.splitlines()[0], done.stdout
    for line in done.stdout.splitlines():
        if line.lower().startswith("set-cookie:"):
            return line.split(":", 1)[1].split(";")[0].strip()
    raise AssertionError(done.stdout)


def guest(url, name, *more, origin=None):
    return become(url, "/api/guest", {"name": name}, *more, origin=origin)


def account(url, name, password):
    return become(url, "/api/signup", {"name": name, "password": password})


class Game:
    """Two people at one table, who play whatever they may."""

    def __init__(self, site):
        self.site = site
        url = "http://localhost:%d" % site.port
        self.cookies = [guest(url, name) for name in ("Anna", "Bruno")]
        self.join()
        self.table = self.talks[0].do("create", game="metro", players=2, seats=["me", "open"])["table"]
        self.talks[1].do("sit", table=self.table)
        self.talks[0].do("start", table=self.table)
        self.last = 0

    def join(self):
        self.talks = [Talk(self.site.port, cookie) for cookie in self.cookies]

    def play(self, moves=1):
        for _ in range(moves):
            for talk in self.talks:
                legal = talk.do("legal", table=self.table)
                if legal["moves"]:
                    self.last = talk.do("play", table=self.table, move=random.choice(legal["moves"]),
                                        turn=legal["turn_no"])["seq"]

    def leave(self):
        for talk in self.talks:
            talk.close()


def contains(text, *parts):
    for part in parts:
        assert part in text, "%r is not in: %s" % (part, text)


def run_each(tests, chosen, make):
    """Each of the tests, or those that were named, at a place of its own, as `make` gives it; the status
    to end with."""
    random.seed(1)
    failed = 0
    for function in tests:
        if chosen and function.__name__ not in chosen:
            continue
        place = make()
        began = time.time()
        try:
            function(place)
            print("ok   %s (%.1f s)" % (function.__name__, time.time() - began), flush=True)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print("FAIL %s" % function.__name__, flush=True)
            traceback.print_exc()
            place.tell()
        finally:
            place.clear()
    return 1 if failed else 0


def run_all(tests, program, chosen):
    return run_each(tests, chosen, lambda: Site(program))
