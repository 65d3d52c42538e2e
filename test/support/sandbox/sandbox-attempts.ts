/**
 * What is tried in the sandbox, one command a line. Each line stands for itself: it begins in a fresh overlay of the
 * workspace. Outside is `$OUT` with `outside.txt`, a host process `$PID`, a TCP port `$PORT` and a Unix socket
 * `host.sock` in the workspace that answer, an abstract one `$ABSTRACT`, and descriptor 9 on the file outside.
 * `secret.env` and its other name `hard.txt` are hidden. `call.py` makes one system call.
 */

/** None of these may end with 0, nor print what it should not know. */
export const FORBIDDEN = `
cat $OUT/outside.txt
cat ../outside.txt
ls $OUT | grep outside
ln -s $OUT/outside.txt l && cat l
ln -s ../outside.txt l && cat l
ln $OUT/outside.txt l
cat /proc/self/root$OUT/outside.txt
cat /proc/1/root$OUT/outside.txt
cat /proc/1/cwd/../outside.txt
cat /proc/self/fd/9
cat <&9
timeout 1 cat /proc/*/fd/* 2> /dev/null | grep -a canary
find / -name outside.txt 2> /dev/null | grep .
tar c $OUT 2> /dev/null | grep -a canary
cp -r $OUT /tmp/all && grep -r canary-outside /tmp/all
cat /etc/shadow
cat /etc/gshadow
cat /etc/hostname
cat /etc/machine-id
ls /etc/ssl/private
ls /root/.ssh || ls ~root/.bashrc
ls /boot
ls /sys/class
ls /var/log
ls /home | grep -vx user
grep -F "$CHECKOUT" /proc/self/mountinfo
echo "$PATH $(command -v node)" | grep -F "$CHECKOUT"
ls /mnt /media /srv
cat /proc/kcore | head -c 1 | grep -a .
head -c 1 /proc/kmsg
head -c 8 /proc/kpagecount | tr -d '\\0' | grep -a .
grep . /proc/keys
dmesg
cat /dev/mem
cat /dev/kmsg
ls /dev | grep -E '^(sd|vd|nvme|loop|dm|mem|kvm|fuse|vsock|vhost)'
cat secret.env
cat hard.txt
cat sub/../secret.env
grep -r canary-hidden .
mv secret.env x && cat x
ln secret.env x
tar c . | grep -a canary-hidden
cp -a . /tmp/c && grep -r canary-hidden /tmp/c
find . -size -1k -type f -exec cat {} + | grep hidden
python3 -c 'import os; print(os.stat("secret.env"))'
echo x > $OUT/outside.txt
echo x >> ../outside.txt
rm -f $OUT/outside.txt && test -e $OUT/outside.txt
touch /x
touch /usr/x
touch /etc/x
touch /dev/x
touch /proc/x
touch /run/x
touch /run/toolgate/program
echo x > /etc/passwd
mkdir /new
rm /bin
mv /tmp /tmp2
ln -s /usr/bin l && touch l/x
chmod 777 /usr
truncate -s 0 /usr/bin/env
echo x > /proc/sys/kernel/core_pattern
echo x > /proc/sys/kernel/hostname
echo 1 > /proc/sys/kernel/unprivileged_userns_clone
echo 1 > /proc/sys/vm/drop_caches
echo b > /proc/sysrq-trigger
echo -1000 > /proc/self/oom_score_adj
echo 0 0 1 > /proc/self/uid_map
echo deny > /proc/self/setgroups
echo x > /proc/1/mem
mount -o remount,rw /
mount -o remount,rw /usr
mount -t tmpfs x /tmp
mount -t proc x /tmp
mount -t overlay x -o lowerdir=/usr,upperdir=/tmp,workdir=/tmp /tmp
mount --bind /usr /tmp
umount /proc
umount -l $PWD
pivot_root . .
chroot / true
unshare -U true
unshare -Ur true
unshare -m true
unshare -n true
unshare -p true
nsenter -t 1 -m true
python3 call.py setns 0 0
python3 call.py fsopen 0 0
python3 call.py open_tree -100 0 1
python3 call.py mount_setattr -100 0 0 0 0
python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).clone(0, 0, 0x10000000 | 17, 0) < 0)'
kill -0 $PID
kill -9 $PID
kill -STOP $PID
renice -n 19 $PID
prlimit --pid $PID --nofile=1
cat /proc/$PID/environ
strace -p 1 -o /dev/null
python3 call.py ptrace 16 1 0 0
python3 call.py process_vm_readv 1 0 0 0 0 0
python3 call.py pidfd_open $PID 0
python3 -c 'import socket; socket.create_connection(("127.0.0.1", '$PORT'), 2)'
python3 -c 'import socket; socket.create_connection(("::1", '$PORT'), 2)'
echo > /dev/tcp/127.0.0.1/$PORT
echo > /dev/tcp/localhost/$PORT
echo > /dev/tcp/0.0.0.0/$PORT
echo > /dev/udp/1.1.1.1/53
curl -s -m 2 http://127.0.0.1:$PORT
curl -s -m 2 http://1.1.1.1
curl -s -m 2 --unix-socket host.sock http://x
python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("host.sock")'
python3 -c 'import os, socket; socket.socket(socket.AF_UNIX).connect(chr(0) + os.environ["ABSTRACT"])'
getent hosts example.com
python3 -c 'import socket; print(socket.gethostbyname("example.com"))'
python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)'
python3 -c 'import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)'
python3 -c 'import socket; socket.socket(40, socket.SOCK_STREAM)'
python3 -c 'import socket; socket.socket(38, 5)'
python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b"x", ("1.1.1.1", 53))'
git clone -q https://127.0.0.1:$PORT/x.git
node -e 'fetch("http://127.0.0.1:" + process.env.PORT).then(() => process.exit(0), () => process.exit(1))'
ssh -o BatchMode=yes -o ConnectTimeout=2 127.0.0.1 true
grep -v 'sl\\|lo:' /proc/net/tcp
grep -v 'lo:\\|Inter\\|face' /proc/net/dev
grep host.sock /proc/net/unix
python3 call.py keyctl 0 -3 0
python3 call.py add_key 0 0 0 0 -3
python3 call.py request_key 0 0 0 0
python3 call.py bpf 0 0 0
python3 call.py perf_event_open 0 0 -1 -1 0
python3 call.py userfaultfd 1
python3 call.py io_uring_setup 1 0
python3 call.py kexec_load 0 0 0 0
python3 call.py init_module 0 0 0
python3 call.py swapon 0 0
python3 call.py syslog 10 0 0
python3 call.py open_by_handle_at -100 0 0
python3 call.py fanotify_init 0 0
python3 call.py openat2 -100 0 0 0
python3 call.py memfd_secret 0
modprobe loop
printf 'int main(){long r;__asm__ volatile("int \\$0x80":"=a"(r):"a"(288),"b"(0),"c"(-3),"d"(0));return r==-38;}' > i.c && gcc i.c -o i && ./i
python3 -c 'import ctypes, sys; l = ctypes.CDLL(None, use_errno=True); sys.exit(l.syscall(0x40000000 + 250, 0, -3, 0) < 0)'
date -s 2001-01-01
hostname x
python3 -c 'import fcntl, os, termios; m, s = os.openpty(); os.setsid(); fcntl.ioctl(s, termios.TIOCSCTTY, 0); fcntl.ioctl(s, termios.TIOCSTI, b"x")'
exec 3<> /dev/tty
mknod /tmp/m b 8 0
mknod m c 1 1
mknod w c 0 0
sudo -n true
su -c true
python3 -c 'import os; os.setuid(0)'
python3 -c 'import os; os.setgroups([0])'
chown 1 file.txt
chmod u+s file.txt
cp /bin/sh sh && chmod 4755 sh
install -m 4755 /bin/sh sh
python3 -c 'import os; os.open("s", os.O_CREAT | os.O_WRONLY, 0o4755)'
setcap cap_net_raw+ep /tmp/x
setfattr -n trusted.overlay.opaque -v y sub
python3 -c 'import os; os.setxattr("sub", "user.overlay.opaque", b"y"); os.setxattr("sub", "trusted.overlay.opaque", b"y")'
nice -n -5 true 2>&1 | grep -v cannot
chrt -f 10 true
ulimit -n 100000
ulimit -f unlimited
ulimit -t unlimited
ulimit -c unlimited
env | grep canary
cat /proc/*/environ | grep -a canary
set | grep 'canary[-]e'
cat /proc/*/cmdline | grep -a 'canary[-]e'
cat ~/.ssh/* ~/.aws/* ~/.npmrc ~/.gitconfig
`;

/** These must end with 0: what honest programs do. */
export const HONEST = `
cat file.txt | grep inside
echo out > /dev/stdout && echo err > /dev/stderr && echo x | tee /dev/stderr
git init -q . && git add file.txt && git -c user.name=a -c user.email=a@b commit -qm x && git log --oneline | grep x
node -e 'new (require("worker_threads").Worker)("1", { eval: true })'
printf '{"scripts":{"test":"node -e 0"}}' > package.json && npm test --silent
python3 -c 'import multiprocessing as m; print(m.Pool(2).map(abs, [-1, 2]))'
python3 -m venv --without-pip v && v/bin/python -c 'print(1)'
printf 'int main(){return 0;}' > a.c && printf 'a: a.c\\n\\tgcc -o a a.c\\n' > Makefile && make -s -j2 && ./a
tar czf t.tgz file.txt && tar tzf t.tgz
ssh-keygen -q -t ed25519 -N '' -f key && test -s key.pub
sqlite3 d.db 'create table t(a); insert into t values (1); select a from t' | grep 1
sqlite3 /tmp/d.db 'pragma journal_mode=wal; create table t(a)'
f=$(mktemp) && echo x > $f && cat $f && rm $f
echo x > /dev/shm/x && cat /dev/shm/x
script -qc 'tty && echo pty' /dev/null | grep pty
LC_ALL=C.UTF-8 locale | grep UTF-8
ps aux | grep -q ps && test $(nproc) -ge 1 && df . && free && uptime
mkfifo p && (echo x > p &) && cat p
diff <(echo a) <(echo a) && cat <<< here
flock file.txt true && timeout 5 true && nohup true
sed -i s/inside/changed/ file.txt && grep changed file.txt && perl -pe 1 file.txt && awk 1 file.txt
printf '#!/bin/sh\\necho run\\n' > s.sh && chmod 755 s.sh && ./s.sh | xargs -P 2 -n 1 echo
seq 200000 | sort -rn -S 1M | head -1
node -e 'const s = require("http").createServer((q, r) => r.end("ok")).listen(0, () => fetch("http://127.0.0.1:" + s.address().port).then(r => r.text()).then(t => process.exit(t === "ok" ? 0 : 1)))'
python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.bind("own.sock"); s.listen(); socket.socket(socket.AF_UNIX).connect("own.sock")'
strace -f -o /dev/null true
sleep 100 & kill $! && ! wait $!
mkdir -p ~/.config/x && touch ~/.config/x/y && touch ~/.cache/z 2> /dev/null; test -w ~
whoami && id -un && hostname && date && getent passwd $(id -u) && test "$(stat -c %a .)" = 755
truncate -s 10M sparse && head -c 100 /dev/urandom | openssl sha256 && gzip -k file.txt
touch "$(printf 'not-\\377-utf8')" 'new
line' ' ' ./-rf && ls | wc -l
python3 -c 'import mmap; m = mmap.mmap(-1, 1000000); m[0] = 1' && python3 -c 'import ctypes; print(ctypes.CDLL(None))'
ln -s file.txt l && readlink l && mv file.txt g && mkdir d && mv sub d/ && rm -rf d
`;

/** With `localhost` allowed, where `$WEB` is served: these must get there. */
export const REACHING = `
curl -s http://localhost:$WEB/
curl -s -p http://localhost:$WEB/
python3 -c 'import os, urllib.request; print(urllib.request.urlopen("http://localhost:" + os.environ["WEB"]).read())'
`;

/** And these not: past the proxy, or to other hosts. */
export const STRAYING = `
curl -s --noproxy '*' -m 2 http://localhost:$WEB/
curl -s -m 2 http://127.0.0.1:$WEB/
curl -s -m 2 -p http://127.0.0.1:$WEB/
curl -s -m 2 -H 'Host: localhost' http://127.0.0.1:$WEB/
curl -s -m 2 http://127.1:$WEB/
curl -s -m 2 http://[::ffff:127.0.0.1]:$WEB/
curl -s -m 2 http://localhost@127.0.0.1:$WEB/
curl -s -m 2 -x socks5h://127.0.0.1:3128 http://localhost:$WEB/
curl -s -m 2 http://127.0.0.1:$PORT/
printf 'GET http://127.0.0.1:%s/ HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' $WEB > /dev/tcp/127.0.0.1/3128
echo > /dev/tcp/127.0.0.1/$WEB
curl -s -m 2 --unix-socket host.sock http://localhost/
`;

/** Each must be over soon, whatever it does; with little to use. */
export const BOMBS = `
:(){ :|:& };:; sleep 60
while :; do :; done
kill -STOP $$
trap '' TERM INT HUP; while :; do sleep 1; done
(setsid sh -c 'trap "" TERM; setsid sleep 4000 & sleep 4000' &) ; echo over
python3 -c 'import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0: time.sleep(4000)'
for n in $(seq 2000); do true & done; sleep 60
python3 -c 'x = bytearray(900 << 20); print("held", len(x))'
for n in 1 2 3 4 5 6; do python3 -c 'x = bytearray(60 << 20); import time; time.sleep(60)' & done; wait; echo held
python3 -c 'import mmap, time\nm = [mmap.mmap(-1, 40 << 20) for _ in range(20)]\nfor x in m: x.write(bytes(40 << 20))\nprint("held"); time.sleep(60)'
python3 -c 'import os, time\nfor n in range(20):\n f = os.memfd_create("x"); os.write(f, bytes(30 << 20))\nprint("held"); time.sleep(60)'
for n in $(seq 20); do head -c 30000000 /dev/zero > /dev/shm/$n || exit; done; echo held
for n in $(seq 20); do head -c 30000000 /dev/zero > /tmp/$n || exit; done; echo held
for n in $(seq 20); do head -c 30000000 /dev/zero > ~/$n || exit; done; echo held
head -c 300000000 /dev/zero > big && echo held
for n in $(seq 50); do head -c 30000000 /dev/zero > f$n || exit; done; echo held; sleep 60
python3 -c 'import time\nh = []\nfor n in range(50):\n import os; f = open("u", "wb"); os.unlink("u"); h.append(f)\n f.write(bytes(30 << 20)); f.flush()\nprint("held"); time.sleep(60)'
python3 -c 'import time\nfor n in range(400000): open(str(n), "w").close()\nprint("held"); time.sleep(60)'
yes flood
exec 9> /dev/null; for n in $(seq 10 400); do eval "exec $n> /dev/null" || exit; done; echo held
python3 -c 'import os, time\nwhile True:\n  if os.fork() == 0: os._exit(0)'
`;

export const linesOf = (text: string): readonly string[] => {
  const lines: string[] = [];
  for (const line of text.trim().split('\n')) {
    // A line break inside quotes belongs to the line before.
    const open = lines.at(-1);
    if (open !== undefined && (open.split("'").length - 1) % 2 === 1) lines[lines.length - 1] = `${open}\n${line}`;
    else lines.push(line);
  }
  return lines;
};

export const CALL = `
import ctypes, platform, sys
numbers = dict(setns=(308, 268), fsopen=(430, 430), open_tree=(428, 428), mount_setattr=(442, 442), ptrace=(101, 117),
  process_vm_readv=(310, 270), pidfd_open=(434, 434), keyctl=(250, 219), add_key=(248, 217), request_key=(249, 218),
  bpf=(321, 280), perf_event_open=(298, 241), userfaultfd=(323, 282), io_uring_setup=(425, 425), kexec_load=(246, 104),
  init_module=(175, 105), swapon=(167, 224), syslog=(103, 116), open_by_handle_at=(304, 265), fanotify_init=(300, 262),
  openat2=(437, 437), memfd_secret=(447, 447))
libc = ctypes.CDLL(None, use_errno=True)
done = libc.syscall(numbers[sys.argv[1]][platform.machine() == 'aarch64'], *[int(each) for each in sys.argv[2:]])
print(done, ctypes.get_errno())
# A pointer to nowhere is refused as such: then the call itself was let through.
sys.exit(0 if done >= 0 or ctypes.get_errno() in (14, 22) and sys.argv[1] not in ('setns', 'pidfd_open') else 1)
`;
