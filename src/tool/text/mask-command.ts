const WORD = String.raw`(?:"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[^\s"'|;&<>()]+)`;
/** The same command, up to the option. */
const SAME = String.raw`[^|;&\n]{0,500}?\s`;

/** The text before a password that known programs take without a name for it; `-p` of any other program is a port. */
const BEFORE: readonly string[] = [
  String.raw`\b(?:mysql\w*|mariadb[\w-]*)\b${SAME}-p(?=\S)`,
  String.raw`\b7z[a-z]*\b${SAME}-p(?=\S)`,
  String.raw`\bsshpass\b(?:${SAME}|\s+)-p\s*`,
  String.raw`\b(?:docker|podman|nerdctl|buildah|skopeo|helm|oc|az|cf|twine|npm|crane)\b${SAME}login\b${SAME}-p\s*`,
  String.raw`\b(?:mongo\w*|psexec\S*|nxc|crackmapexec|evil-winrm)\b${SAME}-p\s+`,
  String.raw`\bredis-cli\b${SAME}-a\s+`,
  String.raw`\bldap\w+\b${SAME}-w\s*`,
  String.raw`\b(?:zip\w*|unzip|sqlcmd|bcp|mosquitto_\w+|ipmitool|lftp)\b${SAME}-P\s*`,
  String.raw`\bopenssl\b${SAME}-(?:k|K|passin|passout|pass)\s+`,
  String.raw`\bcurl\b${SAME}(?:-b|--cookie)[\s=]*`,
  String.raw`\bhtpasswd\b${SAME}-\w*b\w*\s+\S+\s+\S+\s+`,
];

const PASSWORDS = BEFORE.map(before => new RegExp(`(${before})${WORD}`, 'gi'));
/** `user:password` and `user%password` of an option. */
const USER = /((?:^|\s)(?:-u|-U|--user|--proxy-user|--username)(?:\s*=?\s*)["']?[^\s:%"'=]*[:%])[^\s"']+/g;
/** A password that is piped into a program that asks for one. */
const PIPED = new RegExp(
  String.raw`(\b(?:echo|printf)\s+(?:-\w+\s+)*)${WORD}(?=\s*\|\s*(?:sudo\b[^|;&\n]*\s-\w*S|\S+\s[^|;&\n]*--?pass\S*-stdin))`,
  'g',
);
const OPTION = new RegExp(String.raw`((?<![\w-])--?([A-Za-z][\w.-]{1,63})(?:=|\s+(?!-)))${WORD}`, 'g');
/** A header as a command or a text has it; the scheme stays. Text before the end of a name is not looked at. */
const HEADER =
  /((?:(?<![\w-])(?:(?:proxy-)?authorization|(?:set-)?cookie)|api-?key|-key|-token|-secret|-auth|-password)\s?:\s*(?:(?:basic|bearer|token|digest|negotiate|apikey|key|aws4-hmac-sha256)\s+)?)[^"'\n\r]+/gi;
const HAS_OPTION = /\s--?\w/;

/** Masks the passwords that programs are given: by options, headers, and in places that only their manual names. */
export function maskCommand(text: string, isSecret: (name: string) => boolean): string {
  const named = text
    .replace(OPTION, (all: string, head: string, name: string) => (isSecret(name) ? `${head}***` : all))
    .replace(HEADER, '$1***')
    .replace(USER, '$1***')
    .replace(PIPED, '$1***');
  if (!HAS_OPTION.test(named)) return named;
  return PASSWORDS.reduce((masked, password) => masked.replace(password, '$1***'), named);
}
