import { awaitsOthers, reachHosts } from '../judge/hosts.ts';
import { readAll, readPath, writePath } from '../judge/touch.ts';
import { touchHost } from '../judge/touch-host.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk } from '../state/run.ts';
import { type GivenWords, mildly, onOption, type Programs, risky } from './program.ts';

export const KEYS: Programs = {
  'ssh-add': onOption('-l -L', mildly('lists keys'), risky('hands keys to an agent')),
  'ssh-agent': {
    moderate: 'starts an agent for keys',
    prefix: true,
    options: '-a= -t=',
    judge: (run, { operands }) => {
      if (operands.length > 0) judgeInnerCommand(run, operands);
    },
  },
  'ssh-keygen': {
    judge: makesKey,
    options: '-qvcpeiFHLB -E= -F= -t= -b= -C= -N= -P= -m= -O= -I= -n= -V= -a= -f= -y -l -R=',
  },
  openssl: { ownOptions: true, judge: judgeOpenssl },
  'gpg gpg2': {
    options: `-kKvqdesbacn --verify --list-keys --list-public-keys --list-secret-keys --list-sigs --check-sigs --show-keys --list-packets --fingerprint --with-colons --with-fingerprint --keyid-format --batch --no-tty --yes --quiet --verbose --armor --decrypt --encrypt --sign --detach-sign --clearsign --symmetric --with-subkey-fingerprint --list-options --status-fd --list-config --with-keygrip --export-ownertrust --dry-run --no-options
      -u= -r= --recipient= --local-user= --keyserver= --homedir= -o|--output=write`,
    judge: judgeGpg,
  },
  age: {
    options: '-deap --decrypt --encrypt --armor --passphrase -r= -o|--output=write -i|-R=read',
    operands: ['read'],
  },
  'pass op bw secret-tool security keyring': { dangerous: 'reads passwords' },
  'vault sops': { dangerous: 'reads or changes secrets' },
};

function makesKey(run: JudgedCommand, given: GivenWords): undefined {
  const file = given.valueOf('-f');
  if (given.has('-l')) return file === undefined ? undefined : readPath(run, file);
  if (given.has('-y') && file !== undefined) return readPath(run, file);
  if (file === undefined) return risk(run, 'changes the keys of this user');
  writePath(run, file);
}

const QUIET =
  /^(?:version|list|help|ciphers|rand|prime|dgst|sha\d+|md5|sha1|x509|verify|errstr|speed|asn1parse|base64|passwd|crl|storeutl)$/;

/** Options that shape the output, or name the algorithm. */
const OPENSSL_OPTIONS =
  /^-(?:-?help|in|inkey|inform|out|outform|noout|text|subject|issuer|dates|startdate|enddate|serial|fingerprint|hash|modulus|pubkey|purpose|email|ext|nameopt|certopt|checkend|checkhost|checkip|CAfile|CApath|CAkey|CA|untrusted|partial_chain|crl_check|x509_strict|no-CAfile|connect|servername|showcerts|status|tlsextdebug|starttls|alpn|brief|verify\w*|tls1(?:_[123])?|no_\w+|cipher|ciphersuites|quiet|hex|base64|binary|hmac|macopt|mac|sha\d*(?:-\d+)?|sha3-\d+|sha512-\d+|md5|blake2\w+|ripemd160|d|e|a|A|n|k|kfile|K|S|iv|salt|nosalt|pbkdf2|iter|md|p|pass|passin|passout|aes-?\w+(?:-\w+)?|des3|chacha20|pubin|pubout|key|keyout|keyform|new|newkey|nodes|noenc|x509|days|subj|addext|config|extensions|reqexts|set_serial|req|signkey|sign|signature|verify|check|checks|topk8|nocrypt|export|nokeys|nocerts|clcerts|cacerts|certfile|name|info|engine|provider|provider-path|writerand|algorithm|pkeyopt|genkey|name|list|param_enc|conv_form|curves|list_curves|strparse|offset|i|dump|v|V|s|y|stdin|1|5|6|apr1|r|c|b|f|o|multi|seconds|elapsed|evp|bytes|kdfopt|keylen|print|crl|digest|cmp|certs|crls|noprompt|psk\w*|\d+)$/;

function judgeOpenssl(run: JudgedCommand): undefined {
  const values = run.values;
  const odd = values.find(value => value[0] === '-' && value !== '-' && !OPENSSL_OPTIONS.test(value));
  if (odd !== undefined) mild(run, `has the option ${odd}, which is not known here`);
  const [verb = ''] = values;
  const after = (name: string): string | undefined =>
    values.includes(name) ? values[values.indexOf(name) + 1] : undefined;
  if (values.some(value => /^-(?:engine|provider-path|provider|config)$/.test(value)))
    risk(run, 'loads code or settings');
  if (values.some(value => /^-{1,2}(?:help|list|ciphers)$/.test(value))) return;
  if (/^s_(?:server)|^ocsp$/.test(verb)) return awaitsOthers(run, '*', 'waits for connections');
  if (verb === 's_client') {
    const host = after('-connect') ?? '';
    const silent = run.stdin === undefined || (run.stdin.kind === 'text' && run.stdin.value.length < 8);
    return touchHost(run, host, silent ? undefined : 'sends what comes in');
  }
  for (const name of ['-out', '-keyout', '-writerand']) {
    const file = after(name);
    if (file !== undefined) writePath(run, file);
  }
  for (const name of ['-in', '-inkey', '-key', '-kfile', '-CAkey']) {
    const file = after(name);
    if (file !== undefined && !/:/.test(file)) readPath(run, file);
  }
  if (values.includes('-noout') && !values.includes('-out') && !values.includes('-new')) return;
  if (!QUIET.test(verb)) mild(run, 'makes or changes keys');
}

function judgeGpg(run: JudgedCommand, given: GivenWords): undefined {
  if (CHANGES_KEYS.test(run.text)) {
    if (/--(?:recv-keys|refresh|send-keys|keyserver|search-keys)/.test(run.text)) reachHosts(run);
    return risk(run, 'reads, changes or sends keys');
  }
  if (given.has('--verify --show-keys --list-keys -k --fingerprint --version --list-packets --list-secret-keys -K'))
    return readAll(run, given.operands);
  for (const value of given.values) readPath(run, value);
  mild(run, 'signs, encrypts or decrypts');
}

const CHANGES_KEYS =
  /--export-secret|--delete|--gen-key|--full-gen|--quick-gen|--edit-key|--import|--recv-keys|--refresh|--send-keys|--keyserver|--passphrase/;
