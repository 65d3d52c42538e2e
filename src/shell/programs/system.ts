import { isSecretName } from '../judge/secrets.ts';
import { type JudgedCommand, mild, prints, risk, tellsVariables } from '../state/run.ts';
import { SOME, UNKNOWN } from '../state/value.ts';
import type { GivenWords, Programs } from './program.ts';
import { judged, mildly, onOption, onText, onVerb, reader, risky, SAFE, warned } from './program.ts';

const tellsName = (run: JudgedCommand): undefined => prints(run, SOME);

export const SYSTEM: Programs = {
  'uname arch nproc whoami logname hostname hostid id groups users uptime free vmstat iostat mpstat sar lscpu lsblk lsusb lspci lsmem lshw dmidecode inxi  sw_vers system_profiler lsb_release w who last lastlog ps pstree pgrep pidof top htop btop atop glances iotop nvidia-smi rocm-smi sensors acpi lsmod modinfo lsof ss netstat iwconfig findmnt mountpoint locate mlocate plocate apropos whatis info tldr cheat ipcs vm_stat runlevel jps jstat lslocks lsns lsipc nm-online':
    { operands: ['text'], options: '-u= -o= -p= -C= -n= -d= -f= -t= -g= -i= -s= -L= -G= -k= -e=', judge: judgeFacts },
  'neofetch fastfetch screenfetch': { options: '--config=own' },
  date: {
    options: '-d= --date= -r= -I|--iso-8601|--rfc-3339=? -f|--file=read',
    risks: { 'changes the clock': '-s|--set=' },
    judge: (run, { operands }) => {
      tellsName(run);
      if (operands.some(({ value }) => /^\d{8,}(?:\.\d\d)?$/.test(value))) risk(run, 'changes the clock');
    },
  },
  printenv: judged({}, (run, { operands }) => {
    if (operands.length === 0) tellsVariables(run, 'prints all variables, secrets too');
    else if (operands.some(({ value }) => isSecretName(value))) tellsVariables(run, 'prints a secret');
  }),
  man: {
    options: '-s= -S= -M= -C=read',
    risks: { 'runs the named program': '-P|--pager|-H|--html=' },
    operands: ['text'],
  },
  ip: judged({ long: true }, (run, { operands }) =>
    operands.slice(1).some(({ value }) => /^(?:add|del|delete|set|flush|change|replace|exec)$/.test(value))
      ? risk(run, 'changes the network')
      : undefined,
  ),
  'ifconfig route arp iw': {
    judge: (run, { operands }) => (operands.length > 1 ? risk(run, 'changes the network') : undefined),
  },
  'hostnamectl timedatectl localectl loginctl networkctl': onVerb(
    /^(?:$|status|show|list)/,
    undefined,
    risky('changes the system'),
  ),
  'iptables ip6tables nft ufw firewall-cmd tc brctl ethtool nmcli wpa_supplicant dhclient networksetup scutil wg wg-quick openvpn tailscale':
    onText(/ (?:-L|--list|status|list|show|-S)\b/, mildly('reads the network settings'), risky('changes the network')),
  systemctl: {
    ...onVerb(
      /^(?:$|status|show|cat|list-.*|is-.*|get-default|help)$/,
      undefined,
      risky('starts, stops or changes services'),
    ),
    options: '-n= -t= --type= --state= -p= -o=',
  },
  service: judged({}, (run, { operands }) =>
    operands.length === 0 || operands.at(-1)?.value === 'status' ? undefined : risk(run, 'starts or stops services'),
  ),
  'launchctl rc-service rc-update update-rc.d chkconfig initctl supervisorctl sv s6-svc monit': onText(
    / (?:list|status|print)\b/,
    undefined,
    risky('starts or stops services'),
  ),
  journalctl: {
    options: '-u= -n= -p= -S= -U= --since= --until= -o= -t= -b=',
    risks: { 'deletes logs': '--vacuum-size|--vacuum-time|--vacuum-files|--rotate|--flush=' },
  },
  dmesg: { options: '-l= -f=', risks: { 'changes the log': '-C|-c|--clear|--read-clear|-D|-E|-n' } },
  logger: {
    moderate: 'writes to the log',
    options: `-p= -t= -S= -f= --priority= --tag= --size= --file= --id= --msgid= --rfc5424= --sd-id= --sd-param=
      -P|--port|-u|--socket=`,
    risks: { 'sends to another machine': '-n|--server=host' },
  },
  crontab: judged({ options: '-u=' }, (run, given) =>
    given.has('-l') && given.operands.length === 0 ? undefined : risk(run, 'has something run later'),
  ),
  at: onOption('-l -V', mildly('reads what runs later'), risky('has something run later')),
  kill: { judge: judgeKill },
  'killall killall5 pkill skill xkill snice': onOption('-l --list -0', undefined, risky('ends processes by name')),
  fuser: { risks: { 'ends processes': '-k|--kill' } },
  'mkfs mke2fs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.ntfs mkfs.fat mkswap fdisk sfdisk gdisk sgdisk parted cfdisk wipefs fsck e2fsck fsck.ext4 tune2fs resize2fs lvremove vgremove pvremove lvcreate lvextend pvcreate vgcreate mdadm cryptsetup zpool zfs btrfs xfs_growfs badblocks hdparm blkdiscard sgdisk partprobe losetup dmsetup swapoff swapon diskutil hdiutil nvme testdisk ddrescue':
    judged({}, (run, given) =>
      (/^(?:fdisk|sfdisk|parted|gdisk)$/.test(run.name) && given.has('-l --list')) ||
      / (?:list|status|show|info)\b/.test(run.text)
        ? mild(run, 'reads the disks')
        : risk(run, 'changes disks'),
    ),
  mount: {
    judge: run => (run.args.length === 0 || run.values[0] === '-l' ? undefined : risk(run, 'mounts a file system')),
  },
  blkid: SAFE,
  sysctl: judged({}, (run, given) =>
    given.has('-w --write -p --system') || given.values.some(value => value.includes('='))
      ? risk(run, 'changes the kernel')
      : undefined,
  ),
  getenforce: SAFE,
  getcap: SAFE,
  'import scrot screencapture gnome-screenshot maim grim arecord parec rec': {
    judge: run => risk(run, 'records screen or sound'),
  },
  'xdotool xte ydotool wmctrl xmodmap': { judge: run => risk(run, 'acts as the user on the desktop') },
  'defaults gsettings dconf xset xrandr': onText(
    / (?:read|get|list\S*|find)\b/,
    undefined,
    risky('changes settings of the desktop'),
  ),
  'inotifywait fswatch': { operands: ['look'], options: '-e= -t= --format=' },
  lastcomm: reader('text'),
  'xdg-mime xdg-settings': {
    moderate: 'reads or changes settings',
    milds: { 'changes settings': '--set' },
    operands: ['text'],
  },
  ...warned('dangerous', {
    'has something run later': 'batch anacron cron atd',
    'stops the machine': 'shutdown reboot halt poweroff init telinit pm-suspend',
    'changes what is mounted': 'umount pivot_root fusermount sshfs mount.nfs',
    'changes the kernel': 'insmod rmmod modprobe depmod kexec dkms kmod',
    'changes users or rights':
      'useradd adduser usermod userdel deluser groupadd groupmod groupdel addgroup delgroup passwd chpasswd chsh chfn chage gpasswd visudo vipw newusers dscl pwconv faillock',
    'changes how the system is guarded':
      'setenforce semanage restorecon chcon aa-disable aa-complain apparmor_parser auditctl setsebool csrutil spctl',
    'changes how the machine starts':
      'update-grub grub-install grub-mkconfig efibootmgr bootctl update-initramfs dracut nvram bless',
    'changes the system': 'ldconfig update-ca-certificates trust locale-gen debconf-set-selections',
    'loads or exhausts the machine': 'stress stress-ng fio sysbench bonnie++ iperf iperf3 memtester prime95',
    'gives orders to other programs': 'dbus-send gdbus busctl',
    'reads or takes over another process': 'gcore coredumpctl criu reptyr ptrace',
    'writes to all terminals': 'wall',
    'writes to another terminal': 'write',
  }),
  ...warned('moderate', {
    'reads or changes what runs later': 'atq atrm',
    'tells the user something': 'notify-send say espeak beep',
    'ends a process of a port': 'kill-port',
    'writes a list of files': 'updatedb',
  }),
};

/** Judges programs that tell facts; a few options change something or show the environment of other processes. */
function judgeFacts(run: JudgedCommand, given: GivenWords): undefined {
  const { name } = run;
  // The letter `e` without a dash shows the environment: `ps auxe`.
  if (name === 'ps' && /^[auxwfjlsvm]*e[auxwfjlsvme]*$/.test(run.values[0] ?? ''))
    return mild(run, 'may print variables of processes');
  if (name === 'nvidia-smi' && /--gpu-reset| -(?:r|pl|pm|c|e|lgc|ac)\b|--power-limit|--persistence-mode/.test(run.text))
    return risk(run, 'changes a device');
  if (name === 'ss' && given.has('-K --kill')) return risk(run, 'ends connections');
  if (name === 'hostname' && given.operands.length > 0) return risk(run, "changes the machine's name");
  if (/^(?:uname|nproc|arch|pgrep|pidof)$/.test(name)) tellsName(run);
  if (name === 'pgrep' || name === 'pidof' || name === 'lsof') prints(run, UNKNOWN);
}

/** Judges signals: a signal to a job of this shell is ordinary, any other may end anything. */
function judgeKill(run: JudgedCommand): undefined {
  const words = run.values;
  if (words.some(value => /^-(?:0|l|L|-list)$/.test(value)) || /^-s 0 /.test(words.join(' '))) return;
  const targets = words.filter(
    (value, at) =>
      !(value.startsWith('-') && (at === 0 || value === '--')) && words[at - 1] !== '-s' && words[at - 1] !== '-n',
  );
  const jobs =
    !/\$\{?(?:PPID|\$)/.test(run.text) &&
    targets.length > 0 &&
    targets.every(value => value.startsWith('%') || value === SOME);
  if (jobs) mild(run, 'ends a process of this shell');
  else risk(run, 'ends a process that may be anything');
}
