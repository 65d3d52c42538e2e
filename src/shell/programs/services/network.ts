import { awaitsOthers, reachHosts } from '../../judge/hosts.ts';
import { readPath, writePath } from '../../judge/touch.ts';
import { hostOfAddress, isLocal, touchHost } from '../../judge/touch-host.ts';
import { type JudgedCommand, mild, risk } from '../../state/run.ts';
import { locate, NOTHING } from '../../state/shell.ts';
import { carriesData, DATA, isLoose, SOME } from '../../state/value.ts';
import { type GivenWords, judged, type Programs } from '../program.ts';

export const NETWORKING: Programs = {
  curl: {
    options: `-m= --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= -w= --write-out= -A= --user-agent= -e= --referer= --limit-rate= -r= --range= -y= -Y= -z= --cacert= --capath= --ciphers= --resolve= --connect-to= --interface= --dns-servers= --max-redirs= --proto= --proto-redir= --tls-max= -C= --continue-at= --max-filesize= --noproxy= --parallel-max= --rate= --url-query=
      -o|--output= -O|--remote-name|--remote-name-all|-J|--remote-header-name --output-dir= -X|--request= --url=
      -d|--data|--data-raw|--data-binary|--data-ascii|--data-urlencode|--json|-F|--form|--form-string=
      -T|--upload-file= -G|--get -H|--header|--proxy-header= -n|--netrc|--netrc-optional --netrc-file=read
      -b|--cookie= -u|--user|--oauth2-bearer|--aws-sigv4|-U|--proxy-user|-E|--cert|--key=
      -c|--cookie-jar|-D|--dump-header|--trace|--trace-ascii|--stderr|--etag-save|--hsts|--alt-svc|--libcurl=write
      -x|--proxy|--socks5|--socks4|--socks5-hostname|--preproxy|--doh-url= -iIsSfLkvgNZ#46RaljB --head --get-url
      --compressed --fail --silent --show-error --location --insecure --verbose --include`,
    risks: {
      'takes its options from a file': '-K|--config=read',
      'talks to a service of this machine': '--unix-socket|--abstract-unix-socket=',
      'gives orders to a server': '-Q|--quote|--ftp-account|--mail-from|--mail-rcpt|-t|--telnet-option=',
      'loads code': '--engine=',
    },
    judge: judgeCurl,
  },
  'wget wget2': {
    options: `-t= --tries= -T= --timeout= -w= --wait= -Q= -l= --level= -A= -R= -D= -U= --user-agent= --limit-rate= --accept= --reject= --cut-dirs= --waitretry= --dns-timeout= --connect-timeout= --read-timeout= --prefer-family= --ca-certificate= -I= -X= --include-directories= --exclude-directories=
      -O|--output-document= -P|--directory-prefix= -o|--output-file|-a|--append-output=write -i|--input-file=read
      --post-data|--post-file|--body-data|--body-file|--method= --save-cookies=write --load-cookies=read --spider
      --header|--user|--password|--http-user|--http-password= -q|-c|-nc|-N|-r|-m|-k|-p|-np|-nH|-nv|-S|-b`,
    risks: { 'obeys settings from the command line': '-e|--execute|--use-askpass|--config=' },
    judge: judgeWget,
  },
  'http https xh xhs httpie': { judge: judgeHttpie, options: '-o|--output=write -a|--auth=' },
  'aria2c axel yt-dlp youtube-dl': {
    moderate: 'downloads files',
    judge: (run, { has, values }) => {
      if (run.values.some(value => /^--on-[\w-]+(?:=|$)|^--conf-path|^--downloader/.test(value)))
        risk(run, 'runs the named program');
      if (has('-i')) reachHosts(run, []);
      fetchesAll(run, values);
    },
    options: `-x= -s= -j= -f= -o|--output|-O|--out|-d|--dir|-P|--paths=write --exec=script
      -i|--input-file|-a|--batch-file=read`,
  },
  'lwp-download': { operands: ['host', 'write'] },
  'lynx w3m links elinks': judged({}, (run, { values }) => {
    for (const value of values) if (/^[/~.]/.test(value)) readPath(run, value);
    fetchesAll(run, values);
  }),
  'ssh autossh mosh slogin': {
    prefix: true,
    options: `-GVTtAaCfgKkMNnqsTtvXxYy46 --ssh -b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R=
      -S= -W= -w=`,
    judge: (run, given) => {
      if (run.name === 'ssh' && given.has('-G -Q -V')) return;
      const [host] = given.operands;
      risk(run, 'opens a shell or runs commands on another machine');
      if (host) run.shell.session.findings.touch({ kind: 'network', resource: hostOfAddress(host.value) || '*' });
    },
  },
  sshpass: { dangerous: 'logs in on another machine', network: true },
  'ssh-copy-id': { dangerous: 'opens this user’s login on another machine', network: true },
  'ssh-keyscan': { operands: ['host'], options: '-t= -p= -T=' },
  'scp sftp ftp lftp tftp rcp rsh rlogin rclone smbclient s3cmd s4cmd mc croc wormhole magic-wormhole ngrok cloudflared localtunnel lt bore frpc':
    { dangerous: 'opens a connection and moves data', network: true },
  telnet: judged({}, (run, { operands }) => {
    const host = operands[0]?.value ?? '';
    if (!isLocal(host) || run.stdin?.kind === 'file') risk(run, 'opens a connection and moves data');
    touchHost(run, host);
  }),
  rsync: {
    options: `-abcdghiklmopqrstuvwxyzADEHIKLNOPSUWX0 --archive --verbose --quiet --checksum --recursive --relative --update --inplace --append --links --copy-links --hard-links --perms --times --owner --group --acls --xattrs --sparse --whole-file --existing --ignore-existing --size-only --ignore-times --compress --human-readable --progress --partial --stats --itemize-changes --list-only --backup --omit-dir-times --numeric-ids --one-file-system --prune-empty-dirs --cvs-exclude --mkpath --force --fuzzy --executability --no-owner --no-group --no-perms --no-times --modify-window --specials --devices --safe-links --munge-links --copy-unsafe-links --delay-updates --protect-args --secluded-args --open-noatime --max-delete --contimeout --ignore-errors --no-motd --8-bit-output
      -B= -T= --exclude= --include= --filter= -f= --bwlimit= --timeout= --port= --chmod= --chown= --compare-dest=
      --link-dest= --max-size= --min-size= --out-format= --info=
      --exclude-from|--include-from|--files-from|--password-file=read --log-file|--partial-dir|--backup-dir=write
      --delete|--delete-after|--delete-before|--delete-excluded|--delete-during|--del --remove-source-files
      -n|--dry-run`,
    risks: { 'runs the named program': '-e|--rsh|--rsync-path=' },
    judge: judgeRsync,
  },
  'nc ncat netcat': {
    options: '-w= -p= -q= -s= -i= -X= -x= -T= -O= -I= -l|--listen -z',
    risks: { 'runs a program for whoever connects': '-e|-c|--exec|--sh-exec|--lua-exec=' },
    judge: (run, given) => {
      const host = given.values[0] ?? '';
      if (given.has('-l')) return awaitsOthers(run, '*', 'waits for connections');
      if (given.has('-z')) return touchHost(run, host);
      if (isLocal(host) && run.stdin?.kind !== 'data') return touchHost(run, host);
      touchHost(run, host, 'sends what comes in');
    },
  },
  socat: { dangerous: 'joins connections, files and programs', network: true },
  'ping ping6 fping': {
    options: '-c= -i= -W= -w= -s= -t= -I= -m=',
    risks: { 'floods a machine': '-f', 'sends data away': '-p=' },
    operands: ['host'],
  },
  'traceroute tracepath mtr whois': { options: '-m= -q= -w= -p= -h|--host=host', operands: ['host'] },
  'dig nslookup host drill kdig resolvectl': {
    judge: asksNames,
    options: '-46adilmnrsuvCNRSTUVhw -t= -p= -c= -f= -b= -x= -q= -k=',
  },
  getent: judged({ operands: ['text'] }, (run, { operands }) =>
    /^(?:shadow|gshadow)$/.test(operands[0]?.value ?? '')
      ? risk(run, 'reads passwords')
      : /^(?:a?hosts\w*|networks)$/.test(operands[0]?.value ?? '')
        ? asksNames(run, { operands: operands.slice(1).filter(({ value }) => !isLocal(value)) })
        : undefined,
  ),
  'nmap masscan zmap arp-scan nikto sqlmap hydra gobuster ffuf wfuzz dirb dirbuster wpscan hping3 ettercap aircrack-ng john hashcat msfconsole msfvenom responder bettercap tcpdump tshark wireshark ngrep ab wrk hey siege vegeta k6 bombardier slowloris':
    { network: true, judge: attacks, options: '-n= -c= -t= -d= -m= -H= -p= -T=' },
  'mail mailx sendmail mutt swaks msmtp': { dangerous: 'sends mail', network: true },
  'xdg-open open sensible-browser firefox google-chrome chromium chrome safari explorer start wslview': {
    judge: opens,
  },
};

const REMOTE = /^(?:[\w.-]+@)?[\w.-]+::?(?!\/\/)|^rsync:\/\//;

function judgeRsync(run: JudgedCommand, given: GivenWords): undefined {
  const values = given.values;
  const target = values.at(-1);
  if (run.values.some(value => /^--(?:daemon|server|sender)\b/.test(value)))
    return awaitsOthers(run, '*', 'waits for connections');
  if (values.some(value => REMOTE.test(value))) {
    reachHosts(
      run,
      given.operands.map(word => ({
        ...word,
        value: word.value.replace(/^(?:[\w.-]+@)?([\w.-]+)::?(?!\/\/).*/, 'ssh://$1'),
      })),
    );
    return risk(run, 'moves data to or from another machine');
  }
  for (const value of values.slice(0, -1)) readPath(run, value, { tree: true });
  if (target === undefined || given.has('-n')) return;
  writePath(run, target, { tree: true });
  if (given.has('--delete') && locate(run.shell, target).path === run.shell.session.where.root)
    risk(run, 'deletes what is not in the source');
}

function asksNames(run: JudgedCommand, { operands }: Pick<GivenWords, 'operands'>): undefined {
  if (run.name === 'resolvectl' && !/^(?:query|status|statistics|show-.*|)$/.test(operands[0]?.value ?? ''))
    return risk(run, 'changes the network');
  if (run.name === 'resolvectl' && operands[0]?.value !== 'query') return;
  if (/^-{1,2}(?:v|V|h|version|help)$/.test(run.values[0] ?? '') && operands.length === 0) return;
  if (run.name === 'getent' && operands.length === 0) return;
  if (run.text.includes('$(') || operands.some(({ value }) => carriesData(value)))
    return risk(run, 'sends data away within a name');
  for (const { value } of operands)
    if (/\.|^@/.test(value) && !value.startsWith('+')) touchHost(run, value.replace(/^@/, ''));
  mild(run, 'asks a name server');
}

function attacks(run: JudgedCommand, { operands }: GivenWords): undefined {
  const hosts = operands.map(({ value }) => hostOfAddress(value)).filter(value => value !== '');
  if (
    /^(?:nmap|ab|wrk|hey|k6|bombardier|siege|vegeta)$/.test(run.name) &&
    (run.name === 'k6' || hosts.some(isLocal)) &&
    !run.text.includes('--script')
  )
    return mild(run, 'tests a service of this machine');
  risk(run, 'scans, listens to or loads other machines');
}

function opens(run: JudgedCommand, { operands }: GivenWords): undefined {
  if (/^-[ab]$/.test(run.values[0] ?? '') && /term/i.test(run.values[1] ?? '')) risk(run, 'runs a file in a terminal');
  for (const { value } of operands) {
    if (/^[a-z][\w+.-]*:/.test(value)) touchHost(run, value);
    else if (/\.(?:desktop|app|command|exe|jar|sh|bat|workflow|terminal|AppImage)$/i.test(value))
      risk(run, `runs ${value}`);
    else readPath(run, value);
  }
  mild(run, 'opens a program of the desktop');
}

const NETWORK = { kind: 'data', network: true } as const;

function judgeCurl(run: JudgedCommand, given: GivenWords): undefined {
  if (/^(?:--help|-h|--manual)$/.test(run.values[0] ?? '')) return;
  const addresses = [...given.values, ...given.allOf('--url')];
  const method = (given.valueOf('-X') ?? '').toUpperCase();
  const sends = given.has('-d') && !given.has('-G');
  const writes = sends || given.has('-T') || (method !== '' && !/^(?:GET|HEAD|OPTIONS)$/.test(method));
  const secret = run.values.some(value => carriesData(value));
  const login =
    given.has('-u -n') ||
    given.allOf('-H').some(value => /^(?:authorization|x-api-key|cookie|private-token|x-auth-token)\s*:/i.test(value));
  for (const { name, value = '' } of given.options) {
    if (!/^-[dTbH]$/.test(name)) continue;
    const file = name === '-T' ? value : /(?:^|=)[@<](.+)$/.exec(value)?.[1];
    if (file !== undefined && file !== '-') readPath(run, file.replace(/;.*/, ''));
  }
  const reason = writes ? 'sends data' : secret ? 'sends what it read' : login ? 'sends a password or key' : undefined;
  for (const address of addresses) touchHost(run, address, reason);
  if (given.has('-x') && !isLocal(hostOfAddress(given.valueOf('-x') ?? '')))
    risk(run, 'goes through a proxy of its own choice');
  const output = given.valueOf('-o');
  const folder = given.valueOf('--output-dir');
  if (output !== undefined) writePath(run, inFolder(folder, output), { content: DATA, network: true });
  if (given.has('-O'))
    for (const address of addresses)
      writePath(run, inFolder(folder, nameOf(address)), { content: DATA, network: true });
  run.output = NETWORK;
}

const inFolder = (folder: string | undefined, name: string): string =>
  folder === undefined ? name : `${folder}/${name}`;
/** The file name in an address; the name never leads out of the folder. */
const nameOf = (address: string): string =>
  isLoose(address.replace(/^.*\//, '')) ? SOME : address.replace(/[?#].*/, '').replace(/^.*\//, '') || 'index.html';

function judgeWget(run: JudgedCommand, given: GivenWords): undefined {
  const addresses = given.values;
  const secret =
    run.values.some(value => carriesData(value)) ||
    (given.has('--header') && /authorization|cookie|token|key|password/i.test(run.text));
  const method = given.valueOf('--post-data') ?? '';
  const reason =
    given.has('--post-data') && !/^(?:GET|HEAD)$/i.test(method)
      ? 'sends data'
      : secret
        ? 'sends a password or key'
        : undefined;
  for (const address of addresses) touchHost(run, address, reason);
  if (given.has('-i')) reachHosts(run, []);
  const output = given.valueOf('-O');
  run.output = output === '-' || output === '/dev/stdout' ? NETWORK : NOTHING;
  if (output === '-' || given.has('--spider')) return;
  const folder = given.valueOf('-P');
  for (const address of addresses)
    writePath(run, output ?? inFolder(folder, nameOf(address)), { content: DATA, network: true });
  if (given.has('-i')) mild(run, 'downloads what a list names');
}

function judgeHttpie(run: JudgedCommand, { values }: GivenWords): undefined {
  const [method = '', address = '', ...items] = /^[A-Z]+$/.test(values[0] ?? '') ? values : ['', ...values];
  const sends =
    (method !== '' && !/^(?:GET|HEAD|OPTIONS)$/.test(method)) ||
    items.some(item => /(?:[^=:]=[^=]|:=|@)/.test(item)) ||
    run.stdin !== undefined;
  touchHost(run, /^:/.test(address) ? `localhost${address}` : address, sends ? 'sends data' : undefined);
  run.output = NETWORK;
}

function fetchesAll(run: JudgedCommand, values: readonly string[]): undefined {
  for (const value of values) if (/:\/\/|^[\w-]+\.[a-z]{2,}/.test(value)) touchHost(run, value);
  run.output = NETWORK;
}
