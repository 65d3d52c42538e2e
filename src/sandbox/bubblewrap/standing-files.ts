/** The name of the user that programs see. */
export const USER = 'user';

/** Files of /etc that programs ask for and that would tell of the machine's people. */
export const standingFiles = (uid: number, gid: number): Readonly<Record<string, string>> => ({
  passwd: `${USER}:x:${uid}:${gid}::/home/${USER}:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n`,
  group: `${USER}:x:${gid}:\nnogroup:x:65534:\n`,
  hosts: '127.0.0.1 localhost toolgate\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
  'resolv.conf': '',
});
