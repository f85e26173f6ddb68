#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hosting.py PROGRAM ROOT: docs/hosting.md as a host would follow it, as far as a machine without
systemd allows: settings and what is said of wrong ones, TLS, nginx in front, backups, and
restarts in the middle of games."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from premises import Game, Talk, certificate, contains, curl, free_port, guest, run_all

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
TESTS = []


def test(function):
    TESTS.append(function)
    return function


@test
def every_setting_is_documented(site):
    status, text = site.run("serve", "--help")
    assert status == 0
    flags = set(re.findall(r"^ +--([a-z-]+)=(?:N|TEXT)", text, re.M))
    with open(os.path.join(ROOT, "docs/hosting.md"), encoding="utf-8") as file:
        documented = set(re.findall(r"`([a-z_]+)`", file.read()))
    assert len(flags) > 20, text
    missing = {flag for flag in flags if flag.replace("-", "_") not in documented}
    assert not missing, missing


@test
def wrong_settings_name_file_line_and_remedy(site):
    cases = [
        ("bind = '127.0.0.1'", 2, "without quotes"),
        ("bind = example", 2, "127.0.0.1"),
        ("port = 99999", 2, "from 0 to 65535"),
        ("port = 80a", 2, "whole number"),
        ("colour = red", 2, "no setting called colour"),
        ("bind 127.0.0.1", 2, "name = value"),
        ("public_url = games.example.net", 2, "https://games.example.net"),
        ("public_url = ftp://x.org", 2, "https://"),
        ("public_url = https://x.org/play", 2, "nothing after it"),
        ("public_url = https://metropole.example.org", 2, "your own name"),
        ("web = /there/is/no/such", 2, "/there/is/no/such/index.html"),
        ("tls_cert = /there/is/none", 2, "tls_key"),
    ]
    for line, wanted, remedy in cases:
        site.configure(line)
        status, said = site.run("serve", "--config", site.conf)
        assert status == wanted, (line, status, said)
        contains(said, site.conf, "line 4", remedy)
        assert "is open" not in said
    status, said = site.run("serve", "--data", site.path("none/x.db"))
    assert status == 2, said
    contains(said, site.path("none"))


@test
def open_is_said_only_when_it_listens(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        for args, remedy in [(["--port", str(other.getsockname()[1])], "another server"),
                             (["--port", "0", "--bind", "203.0.113.7"], "does not have that address")]:
            if "--bind" in args:
                args[1] = str(free_port())
            status, said = site.run("serve", "--data", site.data, *args)
            assert status == 3, said
            contains(said, remedy)
            assert "is open" not in said
    try:
        probe = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", "python3", "-c",
                                "import socket; socket.socket().bind(('127.0.0.1', 81))"],
                               stderr=subprocess.DEVNULL, check=False).returncode
    except FileNotFoundError:
        probe = 0
    if os.getuid() == 0 and probe != 0:
        os.chmod(site.dir, 0o777)
        done = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", PROGRAM, "serve", "--port",
                               "81", "--data", site.path("n.db")], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=20, check=False)
        assert done.returncode == 3, done
        contains(done.stdout, "below 1024")


@test
def tls_is_spoken_by_real_clients_and_renewed(site):
    cert, key = certificate(site.dir, "one")
    other_cert, other_key = certificate(site.dir, "two")
    junk, empty, secret = site.path("junk"), site.path("empty"), site.path("secret")
    for path, text in [(junk, "no certificate\n"), (empty, ""), (secret, open(key).read())]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    for a, b, named in [(site.path("no"), key, "no"), (cert, site.path("no"), "no"),
                        (junk, key, "junk"), (cert, junk, "junk"), (empty, key, "empty"),
                        (cert, other_key, "two.key"), (key, cert, "one.key")]:
        site.configure("tls_cert = " + a, "tls_key = " + b)
        status, said = site.run("serve", "--config", site.conf)
        assert status == 2, (a, b, said)
        contains(said, site.path(named))
    if os.getuid() == 0 and shutil.which("setpriv"):
        os.chmod(secret, 0o600)
        done = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", PROGRAM, "serve",
                               "--data", site.path("m.db"), "--tls-cert", cert, "--tls-key", secret],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20,
                              check=False)
        assert done.returncode == 2, done
        contains(done.stdout, secret, "Permission denied")
    shutil.copy(cert, site.path("live.crt"))
    shutil.copy(key, site.path("live.key"))
    site.start("tls_cert = live.crt", "tls_key = live.key")
    url = "https://localhost:%d" % site.port
    assert curl("--cacert", cert, url + "/healthz") == (200, "ok")
    assert curl(url + "/healthz")[0] < 0, "curl trusts what nobody signed"
    assert curl("http://localhost:%d/healthz" % site.port)[0] != 200, "plain http is served too"
    shown = subprocess.run(["openssl", "s_client", "-connect", "localhost:%d" % site.port, "-CAfile",
                            cert], input="", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, timeout=20, check=False).stdout
    contains(shown, "Verify return code: 0 (ok)")
    cookie = guest(url, "Anna", "--cacert", cert)
    talk = Talk(site.port, cookie, ca=cert)
    assert talk.hello["you"]["name"] == "Anna"
    shutil.copy(other_cert, site.path("live.crt"))
    shutil.copy(other_key, site.path("live.key"))
    site.send(signal.SIGHUP)
    site.hears("certificate_read")
    assert curl("--cacert", other_cert, url + "/healthz") == (200, "ok")
    assert curl("--cacert", cert, url + "/healthz")[0] < 0
    talk.do("ping")  # who was there stays
    shutil.copy(junk, site.path("live.key"))
    site.send(signal.SIGHUP)
    time.sleep(0.5)
    assert curl("--cacert", other_cert, url + "/healthz") == (200, "ok")
    contains(site.said(), "live.key")
    talk.close()
    assert site.stop() == 0


@test
def settings_are_taken_over_without_a_restart(site):
    site.start("requests_per_minute = 10000")
    url = "http://localhost:%d" % site.port
    for _ in range(5):
        assert curl(url + "/api/games")[0] == 200
    site.configure("requests_per_minute = 3", "port = 1")
    site.send(signal.SIGHUP)
    site.hears("reloaded")
    contains(site.said(), '"needs_restart","setting":"port"')
    assert 429 in [curl(url + "/api/games")[0] for _ in range(5)]
    for _ in range(10):
        assert curl(url + "/healthz")[0] == 200
    contains(curl(url + "/healthz")[1], "ok")
    site.configure("requests_per_minute = x")
    site.send(signal.SIGHUP)
    site.hears("line 4")
    assert curl(url + "/healthz")[0] == 200
    assert site.stop() == 0


@test
def who_says_nothing_is_asked_and_then_gone(site):
    """Whoever answers stays, however long it is silent."""
    site.start(args=("--silence-seconds=5",))
    there, gone = Talk(site.port), Talk(site.port)
    there.patience = 9
    try:
        there.wait("nothing that there is")
    except TimeoutError:
        pass  # three questions were answered meanwhile
    assert there.do("ping")["now"]
    try:
        while True:
            gone.sock.recv(100)  # the question is there, and not answered
            gone.sock.sendall(b"")
            assert gone.sock.recv(100), "closed"
    except (AssertionError, OSError) as end:
        assert not isinstance(end, TimeoutError), "it is still connected"


@test
def dashboard_shows_what_the_server_tells(site):
    """Every figure of the example for Grafana is one of /metrics."""
    with open(os.path.join(ROOT, "packaging/grafana.json"), encoding="utf-8") as file:
        panels = json.load(file)["panels"]
    site.start()
    told = curl("http://localhost:%d/metrics" % site.port)[1]
    shown = {name for panel in panels for target in panel["targets"]
             for name in re.findall(r"metropole_\w+", target["expr"])}
    assert len(shown) > 10, shown
    for name in shown:
        assert re.search(r"^%s[ {]" % name, told, re.M), name


@test
def address_of_the_site_is_understood_as_people_write_it(site):
    for written in ["https://Games.Example.net/", "https://games.example.net:443",
                    "HTTPS://games.example.net"]:
        site.start("public_url = " + written, port=free_port())
        url = "http://localhost:%d" % site.port
        guest(url, "Anna", origin="https://games.example.net")
        status, _ = curl("-H", "Content-Type: application/json", "-H", "Origin: https://elsewhere.net",
                         "-d", '{"name":"Eve"}', url + "/api/guest")
        assert status == 403
        contains(site.said(), "origin_refused", "https://elsewhere.net", "https://games.example.net")
        contains(curl(url + "/metrics")[1], 'refused_total{what="origin"} 1', 'version="')
        assert site.stop() == 0


def nginx_on(site, plain, secure):
    """nginx with the configuration that is shipped, on other ports."""
    cert, key = certificate(site.dir, "proxy")
    with open(os.path.join(ROOT, "packaging/nginx.conf"), encoding="utf-8") as file:
        text = file.read()
    live = "/etc/letsencrypt/live/metropole.example.org/"
    for old, new in [("listen 80;", "listen 127.0.0.1:%d;" % plain),
                     ("listen 443 ssl;", "listen 127.0.0.1:%d ssl;" % secure),
                     ("\tlisten [::]:80;\n", ""), ("\tlisten [::]:443 ssl;\n", ""),
                     ("metropole.example.org;\n\tret", "localhost;\n\tret"),
                     ("https://$host$", "https://$host:%d$" % secure),
                     (live + "fullchain.pem", cert), (live + "privkey.pem", key),
                     ("metropole.example.org", "localhost"),
                     ("127.0.0.1:8080", "127.0.0.1:%d" % site.port)]:
        assert old in text or "example" in old, old
        text = text.replace(old, new)
    with open(site.path("nginx.conf"), "w", encoding="utf-8") as file:
        file.write("daemon off; error_log %s/nginx.log; pid %s/nginx.pid;\n" % (site.dir, site.dir) +
                   ("user root;\n" if os.getuid() == 0 else "") +
                   "events {}\nhttp {\naccess_log off;\n" + "".join(
                       "%s_temp_path %s/%s;\n" % (kind, site.dir, kind)
                       for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]) + text + "}\n")
    command = [shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin"), "-p", site.dir, "-c",
               site.path("nginx.conf")]
    checked = subprocess.run([*command, "-t"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", secure)).close()
            break
        except OSError:
            time.sleep(0.05)
    return process, cert


@test
def nginx_stands_in_front(site):
    plain, secure = free_port(), free_port()
    url = "https://localhost:%d" % secure
    site.start("public_url = " + url, "behind_proxy = 1", "connections_per_address = 4",
               port=free_port())
    nginx, cert = nginx_on(site, plain, secure)
    try:
        done = subprocess.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}",
                               "http://localhost:%d/a?b" % plain], stdout=subprocess.PIPE, text=True,
                              check=True)
        assert done.stdout == "301 %s/a?b" % url, done.stdout
        status, page = curl("--cacert", cert, url + "/")
        assert status == 200 and "<!doctype html>" in page.lower()
        cookie = guest(url, "Anna", "--cacert", cert)
        talk = Talk(secure, cookie, origin=url, ca=cert)
        assert talk.hello["you"]["name"] == "Anna"
        table = talk.do("create", game="metro", players=2, seats=["me", "easy"])["table"]
        talk.do("start", table=table)
        try:
            Talk(secure, cookie, origin="https://elsewhere.net", ca=cert)
            raise AssertionError("another site's page may connect")
        except ConnectionError:
            pass
        talk.close()
        # believed, the proxy does not count; not believed, the log says so
        assert "behind_proxy" not in site.said()
        site.stop()
        site.start("public_url = " + url, port=site.port)
        guest(url, "Bruno", "--cacert", cert)
        site.hears("behind_proxy = 1")
    finally:
        nginx.terminate()
        nginx.wait()
    assert site.stop() == 0


@test
def restart_in_the_middle_of_a_game_and_restore_a_copy(site):
    site.start()
    game = Game(site)
    game.play(3)
    copy = site.path("copy.db")
    status, said = site.run("backup", "--config", site.conf, copy)
    assert status == 0, said
    assert os.stat(copy).st_mode & 0o077 == 0 and os.stat(site.data).st_mode & 0o077 == 0
    copied = game.last
    game.play(3)
    status, said = site.run("serve", "--data", site.data, "--port", "0")
    assert status == 3, said
    contains(said, "Another server uses the data file", site.data)
    game.leave()
    assert site.stop() == 0
    site.start()
    game.join()
    for talk in game.talks:
        talk.do("watch", table=game.table)
    assert game.talks[0].do("history", table=game.table, since=0)["ok"]
    game.play(2)
    game.leave()
    assert site.stop() == 0
    for suffix in ["-wal", "-shm"]:
        if os.path.exists(site.data + suffix):
            os.remove(site.data + suffix)
    os.replace(copy, site.data)
    if os.getuid() == 0 and shutil.which("setpriv"):
        os.chmod(site.dir, 0o777)
        done = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", PROGRAM, "serve",
                               "--data", site.data, "--port", "0"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=20, check=False)
        assert done.returncode == 3, done
        contains(done.stdout, site.data, "chown")
        os.chmod(site.dir, 0o755)
    site.start()
    game.join()
    game.play(1)
    assert game.last > 0 and copied > 0
    game.leave()
    assert site.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[3:]))
