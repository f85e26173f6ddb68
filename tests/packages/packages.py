#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packages.py FOLDER ROOT: the Debian packages in FOLDER are installed, used and purged again, in a
copy of this machine that is thrown away (an overlay in a mount namespace of its own, so root is
needed); lintian finds nothing; and the container recipe names what there is."""

import glob
import os
import re
import subprocess
import sys
import tempfile

FOLDER, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])

INSIDE = r"""
set -eu
cd "$1"
export DEBIAN_FRONTEND=noninteractive
dpkg -i ./*.deb >/tmp/install.log 2>&1 || { cat /tmp/install.log; exit 1; }
getent passwd metropole >/dev/null
metropole version | grep -q .
echo '{"op":"games"}' | metropole engine | grep -q '"ok":true'
metropole arena metro "ext:python3 /usr/share/doc/metropole/examples/mybot.py" b0 -n 1 | grep -q "2 games"
man -w metropole-bot | grep -q man1
test -e /usr/share/metropole/metropole.conf
for example in /usr/share/doc/libmetropole-dev/examples/*.c; do
	cc -std=c11 "$example" -o /tmp/example $(pkg-config --cflags --libs metropole)
	/tmp/example metro >/tmp/example.out 2>&1 || /tmp/example >/tmp/example.out 2>&1 || { cat /tmp/example.out; exit 1; }
done
ldd /tmp/example | grep -q libmetropole.so.0
/usr/bin/python3 - <<'PYTHON'
import metropole
game = metropole.Game("metro")
print(game)
PYTHON
# The service as its unit starts it: that user, those settings.
grep -q '^User=metropole' /lib/systemd/system/metropole.service /usr/lib/systemd/system/metropole.service 2>/dev/null
install -d -o metropole -g metropole /var/lib/metropole
sed -i "s/^port = .*/port = $2/" /etc/metropole.conf
start=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/metropole.service)
su -s /bin/sh metropole -c "cd /var/lib/metropole && exec $start" >/tmp/serve.log 2>&1 &
server=$!
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$2/healthz" >/dev/null && break; sleep 0.1; done
curl -sf "http://127.0.0.1:$2/healthz" >/dev/null || { cat /tmp/serve.log; exit 1; }
curl -sf "http://127.0.0.1:$2/" | grep -qi '<html'
kill $(pgrep -u metropole metropole) && wait $server || true
test -e /var/lib/metropole/metropole.db
dpkg --remove metropole-server >/dev/null 2>&1
test -e /var/lib/metropole/metropole.db && test -e /etc/metropole.conf
dpkg --purge metropole-server python3-metropole libmetropole-dev libmetropole0 metropole >/tmp/purge.log 2>&1 || { cat /tmp/purge.log; exit 1; }
! test -e /var/lib/metropole && ! test -e /etc/metropole.conf && ! test -e /usr/bin/metropole
! getent passwd metropole >/dev/null
! dpkg -l | grep -E '^.. +(lib)?(python3-)?metropole'
echo used and purged
"""


def check_lintian():
    done = subprocess.run(["lintian", "--fail-on", "error,warning", "--allow-root", *glob.glob(FOLDER + "/*.changes")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout, end="")
    assert done.returncode == 0, "lintian has something to say"
    print("lintian has nothing to say")


def check_container():
    """No container tools here: the instructions are known ones, and what is copied is there."""
    with open(os.path.join(ROOT, "packaging/Containerfile"), encoding="utf-8") as file:
        text = re.sub(r"\\\n\s*", " ", file.read())
    for line in text.splitlines():
        if line and not line.startswith("#"):
            assert re.match(r"(FROM|RUN|COPY|WORKDIR|USER|VOLUME|EXPOSE|CMD) \S", line), line
    for pattern in re.findall(r"--from=build /src/build/deb/(\S+)", text):
        assert glob.glob(os.path.join(FOLDER, pattern)), pattern
    for package in re.findall(r"(?<= )(?:lib|python3-|dh-|deb)[a-z0-9.+-]+(?= |$)", text, re.M):
        if package.startswith("debian") or "/" in package:
            continue
        known = subprocess.run(["apt-cache", "show", package], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        assert known.returncode == 0, package + " is no package"
    print("the container recipe names what there is")


def check_packages():
    names = {os.path.basename(path).split("_")[0] for path in glob.glob(FOLDER + "/*.deb")}
    wanted = {"metropole", "libmetropole0", "libmetropole-dev", "python3-metropole", "metropole-server"}
    assert wanted <= names, names
    with tempfile.TemporaryDirectory() as folder:
        port = 20000 + os.getpid() % 20000
        script = f"""set -e
mount -t tmpfs overlay {folder}
mkdir {folder}/upper {folder}/work {folder}/copy
mount -t overlay overlay -o lowerdir=/,upperdir={folder}/upper,workdir={folder}/work {folder}/copy
mount --rbind /dev {folder}/copy/dev
mount -t proc proc {folder}/copy/proc
mkdir {folder}/copy/packages
cp {FOLDER}/metropole*.deb {FOLDER}/lib*0_*.deb {FOLDER}/lib*-dev_*.deb {FOLDER}/python3*.deb {folder}/copy/packages/
printf '#!/bin/sh\\nexit 101\\n' > {folder}/copy/usr/sbin/policy-rc.d
chmod +x {folder}/copy/usr/sbin/policy-rc.d
rm -f {folder}/copy/packages/*dbgsym*
chroot {folder}/copy sh -c "$1" sh /packages {port}
"""
        done = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", script, "sh", INSIDE],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    print(done.stdout.strip().splitlines()[-1])


def main():
    if os.geteuid() != 0:
        print("skipped: only root can make a copy of the machine to install into")
        sys.exit(77)
    check_container()
    check_packages()
    check_lintian()


if __name__ == "__main__":
    main()
