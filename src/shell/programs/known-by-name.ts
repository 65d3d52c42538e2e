import { readPath } from '../judge/touch.ts';
import { type JudgedCommand, mild, risk } from '../state/run.ts';
import { judged, mildly, onOption, onText, type Programs, reader, risky, warned } from './program.ts';

/** A program that is harmless where the verb only looks, and dangerous otherwise. */
const looksOr = (looks: string, why: string): Programs[string] =>
  judged({}, (run: JudgedCommand) => {
    const verbs = run.values.filter(value => /^[a-z]/i.test(value));
    const looking = looks.split(' ').some(verb => verbs.slice(0, 2).includes(verb));
    if (looking || run.text.includes('--dry-run') || /^-{1,2}(?:h|help|version|V)$/.test(run.values[0] ?? ''))
      mild(run, `asks ${run.name}`);
    else risk(run, why);
  });

const GETS =
  'get list ls describe status show info version view diff logs help check inspect validate search analyze build render template lint plan';

/** Programs whose name tells enough: whatever their words are, they are not for a project. */
export const KNOWN_BY_NAME: Programs = {
  'arpspoof dsniff macchanger airmon-ng airodump-ng aireplay-ng reaver bully wifite medusa ncrack patator crackmapexec netexec nxc evil-winrm mimikatz bloodhound-python enum4linux smbmap rpcclient feroxbuster dirsearch amass subfinder nuclei setoolkit chisel ligolo pwncat hping yersinia mitmproxy mitmdump mitmweb tcpreplay dnsspoof linpeas linpeas.sh pspy pspy64 snmpwalk onesixtyone searchsploit msfdb xmrig cpuminer minerd ethminer cgminer t-rex nbminer theHarvester sublist3r whatweb commix dumpcap':
    { dangerous: 'attacks or listens to other machines, or burns this one', network: true },
  'fastboot heimdall avrdude esptool esptool.py espefuse.py st-flash dfu-util JLinkExe nrfjprog picocom minicom cu idevicerestore ideviceinstaller udevadm usb_modeswitch':
    looksOr('devices info list version chip_id flash_id read_mac', 'changes a device'),
  openocd: onText(/\b(?:program|erase|flash|write)\b/, risky('changes a device'), mildly('talks to a device')),
  adb: looksOr('devices version logcat get-state help', 'changes a device'),
  'spark-submit': onText(
    /--master (?:yarn|k8s|spark:)|(?:s3a?|gs|hdfs):\/\//,
    risky('runs a job on other machines'),
    mildly("runs the project's own code"),
  ),
  'chezmoi yadm stow': looksOr('status diff data doctor list managed', 'changes files of the home folder'),
  'sshpass pssh pscp prsync pdsh clush dsh parallel-ssh rdesktop xfreerdp vncviewer x11vnc vncserver teamviewer anydesk rustdesk tmate ttyd gotty wetty sshuttle stunnel iodine iodined dnscat2 ptunnel proxytunnel tor i2pd onionshare onionshare-cli ffsend syncthing unison duplicity rdiff-backup gdrive dropbox megaput mega-put mega-login s5cmd b2 ipfs signal-cli telegram-cli slackcat apprise pushover neomutt s-nail nail sendemail mpack curlftpfs davfs2 mount.cifs uploadserver updog':
    { dangerous: 'reaches into other machines or sends data there', network: true },
  'restic borg kopia': looksOr('list snapshots ls info check diff stats', 'copies or deletes backups'),
  'argocd flux kn skaffold tilt devspace okteto garden werf waypoint mina kamal dokku caprover ecs-cli ecs eksctl kops kubeadm rke rancher talosctl cilium istioctl linkerd velero kubeseal eas appcenter ghost platform upsun cf apigee crossplane boundary packer lagoon juju cloudctl scalingo clever nhost convex':
    looksOr(GETS, 'changes what is running'),
  'kubectx kubens': { judge: run => (run.args.length === 0 ? undefined : risk(run, 'changes the cluster settings')) },
  'virsh VBoxManage vboxmanage lxc-ls incus xl qm pct prlctl vmrun': looksOr(
    `${GETS} domlist dominfo showvminfo`,
    'changes virtual machines',
  ),
  ...warned('dangerous', {
    'changes disks, the clock or the machine':
      'hwclock rtcwake ntpdate chronyc adjtimex loadkeys chvt openvt fstrim e2label dosfslabel xfs_repair xfs_admin btrfstune growpart partx kpartx multipath iscsiadm dmraid vgchange lvchange lvreduce lvresize vgreduce vgextend lvrename pvmove pvresize vgscan cgdisk fsfreeze quotaon quotaoff quotacheck edquota setquota mkinitcpio mkinitramfs grub-set-default grub2-install grub2-mkconfig flashrom fwupdmgr ipmitool sdparm sg_format cdrecord wodim growisofs mokutil sbctl tpm2_clear veracrypt scrub nwipe sfill sswap bleachbit e2image ntfsfix reiserfsck xfs_db fsck.xfs fsck.vfat fsck.btrfs mkfs.f2fs mkfs.exfat mkntfs mkdosfs mkudffs eject tmutil softwareupdate pmset systemsetup kextload kextunload kextutil asr diskpart bcdedit vssadmin',
    'changes users or rights':
      'sudoedit pam-auth-update authselect authconfig realm kinit kadmin kadmin.local ktutil vigr groupmems smbpasswd pdbedit ldapadd ldapmodify ldapdelete ldappasswd dseditgroup sysadminctl newuidmap newgidmap takeown icacls net netsh reg regedit wmic tccutil profiles',
    'has something run later':
      'incrontab fcron fcrontab systemd-tmpfiles systemd-sysusers schtasks insserv svc runsv runsvdir update-binfmts systemd-firstboot',
    'changes the system':
      'aa-teardown aa-enforce fail2ban-client logrotate rfkill rkhunter wpa_cli iwctl connmanctl bluetoothctl nixos-rebuild darwin-rebuild home-manager lpadmin cupsctl cancel tuned-adm chpst',
    'looks into or changes other processes':
      'bpftrace stap dtrace dtruss execsnoop opensnoop sysdig cgdelete cgset cgcreate prlimit slay memdump',
    'watches the user':
      'xinput xev showkey logkeys evtest xwd gphoto2 fswebcam streamer imagesnap parecord pw-record spectacle flameshot cliphist copyq clipman xspy',
    'runs another system':
      'debootstrap schroot pbuilder qemu-system-x86_64 qemu-system-aarch64 lxc-start lxc-attach lxc-destroy lxc-create runc crun ctr crictl',
    'is a program of another system that can do anything':
      'cmd cmd.exe powershell.exe certutil bitsadmin mshta rundll32 regsvr32 cscript wscript format del rd deltree cipher sc sc.exe',
    'loads or exhausts the machine': 'iozone dbench fsstress cpuburn burnP6 mprime linpack',
    'deletes for good what could be brought back': 'trash-empty',
  }),
};

/** Programs that only show something; nothing else is to be said of them. */
export const ONLY_LOOKS: Programs = {
  'col colrm ul ts pv jo jc xsv qsv csvgrep csvsort csvjson csvjoin csvstack csvformat in2csv datamash zipgrep diffstat lsdiff interdiff xxhsum xxh64sum xxh128sum rhash hashdeep enca uchardet chardetect pngcheck jpeginfo pahole rustfilt llvm-nm llvm-objdump llvm-readelf llvm-readobj llvm-size llvm-dwarfdump llvm-cxxfilt wasm-objdump wasm2wat javap ssdeep catimg chafa viu soxi zipdetails msgcat lsinitramfs lsinitrd readtags catdoc antiword xls2csv docx2txt odt2txt bibtool djvutxt pdffonts pdfgrep html2text cppcheck':
    {
      ...reader(),
      options: '-o|--output|--outfile=write',
      milds: { 'changes files in place': '--in-place|--inplace' },
    },
  'pipdeptree onefetch git-sizer duf dua pydf procs btm bottom gotop nmon dstat slabtop tload lsirq numastat lstopo hwinfo lsscsi cpuid ipcalc sipcalc subnetcalc xwininfo xdpyinfo glxinfo vulkaninfo clinfo sinfo squeue sacct qstat vgs lvs pvs vgdisplay lvdisplay pvdisplay lsdev lslogins getsebool sestatus aa-status systemd-analyze systemd-detect-virt systemd-cgls systemd-cgtop systemd-path ansible-doc ansible-inventory ansible-config xkbprint toe ac sa mesg getopt rpmquery needs-restarting lsappinfo mdls mdfind getfattr':
    { operands: ['text'] },
  'ast-grep sg': { operands: ['text'], milds: { 'changes files': '-U|--update-all|-r|--rewrite|-i|--interactive' } },
  xmlstarlet: judged({}, (run, { values }) => {
    const [verb = '', ...files] = values;
    for (const file of files) if (/\.\w+$/.test(file)) readPath(run, file);
    if (/^(?:ed|edit)$/.test(verb) && / -L\b| --inplace/.test(run.text)) mild(run, 'changes files in place');
  }),
  sox: onOption('--info --i', undefined, mildly('writes sound')),
  pmap: { operands: ['text'] },
  'ctags etags': { moderate: 'writes a list of names' },
};
