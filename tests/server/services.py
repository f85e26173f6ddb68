# SPDX-License-Identifier: MIT
"""What the server writes to when people are away: a push service, a mail server, and a browser that
can open what it is sent."""

import base64
import email
import email.policy
import http.server
import json
import os
import queue
import socketserver
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Service(http.server.ThreadingHTTPServer):
    """Takes messages and keeps them; answers as it is told."""

    def __init__(self):
        self.got, self.status, self.wait = queue.Queue(), 201, 0
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):  # pylint: disable=invalid-name
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.put((self.path, self.headers, body))
                time.sleep(service.wait)
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, name):
        return "http://127.0.0.1:%d/%s" % (self.server_address[1], name)

    def next(self):
        return self.got.get(timeout=20)

    def nothing(self):
        try:
            path = self.got.get(timeout=0.7)[0]
        except queue.Empty:
            return
        raise AssertionError("a message to " + path)


class Post(socketserver.ThreadingTCPServer):
    """A mail server: takes what it is given, or refuses all of it."""

    allow_reuse_address, daemon_threads = True, True

    def __init__(self):
        self.got, self.refuses = queue.Queue(), False
        post = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, line):
                self.wfile.write(line.encode() + b"\r\n")

            def handle(self):
                self.say("220 post")
                to = []
                for line in self.rfile:
                    word = line.decode().strip()
                    if word.upper().startswith("RCPT"):
                        to.append(word)
                        self.say("550 no" if post.refuses else "250 ok")
                    elif word.upper() == "DATA":
                        self.say("354 go on")
                        text = b""
                        while not text.endswith(b"\r\n.\r\n"):
                            text += self.rfile.readline()
                        mail = email.message_from_bytes(text[:-3], policy=email.policy.default)
                        post.got.put((to, mail))
                        self.say("250 ok")
                    elif word.upper() == "QUIT":
                        self.say("221 bye")
                        return
                    else:
                        self.say("250 ok")

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def next(self):
        return self.got.get(timeout=20)

    def nothing(self, seconds=3):
        try:
            mail = self.got.get(timeout=seconds)[1]
        except queue.Empty:
            return
        raise AssertionError("a mail: " + mail["Subject"])


class Browser:
    """Keys of a browser, and what it can read."""

    node = None

    def __init__(self):
        if not Browser.node:
            Browser.node = subprocess.Popen(["node", os.path.join(HERE, "unseal.mjs")], text=True,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.keys = self.ask(make=True)

    @classmethod
    def ask(cls, **what):
        cls.node.stdin.write(json.dumps(what) + "\n")
        cls.node.stdin.flush()
        return json.loads(cls.node.stdout.readline())

    def open(self, body):
        text = base64.urlsafe_b64encode(body).decode().rstrip("=")
        return json.loads(self.ask(open=text, keys=self.keys)["plain"])
