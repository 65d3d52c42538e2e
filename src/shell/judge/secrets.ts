import { SOME, wordSet } from '../state/value.ts';
import { matchesPattern } from './steering.ts';

/** Names of files and folders that hold keys, passwords or what a person typed. */
const NAMES =
  /^(?:\.env(?:rc|[-_~].*)?|\.env\.(?!example$|sample$|template$|dist$|defaults?$|test$|schema$|d\.ts$).+|(?!(?:example|sample|template|test|ci|default)\.)[^/]+\.env|.+\.(?:key|p12|pfx|jks|keystore|kdbx|ppk|ovpn)|(?:.*[-_.])?(?:private|privkey|secret)[-_.]?(?:key)?\.pem|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.vault-token|credentials(?:\.(?:json|toml|ya?ml|csv))?|service-account.*\.json|secrets?\.(?:json|ya?ml|toml|env)|\.(?:bash|zsh|sh|python|node_repl|mysql|psql|sqlite|rediscli)_history|master\.key|wallet\.dat|kubeconfig)$/i;
const FOLDERS =
  /^(?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.gcloud|\.password-store|\.mozilla|\.thunderbird|keyrings|Keychains|Cookies|1Password|\.kaggle|\.huggingface|\.android|\.electrum|\.bitcoin|google-chrome|chromium)$/;
const PLACES =
  /^\/etc\/(?:shadow|gshadow|passwd|master\.passwd|security|sudoers|ssl\/private|ssh\/ssh_host|kubernetes|krb5\.keytab|ipsec|ppp|wireguard|NetworkManager\/system-connections)|^\/root(?:\/|$)|^\/proc\/[^/]+\/(?:environ|mem|maps|fd|root|cwd)|^\/proc\/kcore|^\/(?:var\/)?run\/(?:secrets|docker\.sock|containerd|user\/\d+\/keyring)|^\/var\/(?:lib\/(?:docker|kubelet|mysql|postgresql|sss)|spool|backups)|^\/dev\/(?:mem|kmem|port|sd|nvme|hd|vd|xvd|disk|mapper|dm-|loop|input|ttyS|video)|\/\.docker\/config\.json$|\/\.config\/(?:gh|gcloud|op|hub)(?:\/|$)|\/\.cargo\/credentials|\/\.gem\/credentials|\/\.m2\/settings\.xml$/;
/** Names that are harmless in a project, where a token has no place; files of these names in a home hold one. */
const HOME_NAMES = /^(?:\.npmrc|\.yarnrc\.yml|\.gitconfig\.local|\.terraformrc|\.s3cfg|\.boto|\.dockercfg|\.config)$/;

/** Names of secrets that are tried against a glob, which may match them. */
const CANDIDATES = [
  ...wordSet(
    '.env .ssh .aws .gnupg .kube .netrc .git-credentials .bash_history .zsh_history .npmrc .pgpass id_rsa id_ed25519 shadow passwd sudoers environ',
  ),
];

export function secretIn(path: string, place: string): boolean {
  if (PLACES.test(path)) return true;
  const names = path.split('/');
  const last = names.at(-1)!;
  if (/\.pub$/.test(last)) return false;
  if (names.some(name => FOLDERS.test(name)) || NAMES.test(last)) return true;
  if (/\.pem$/.test(last) && place !== 'workspace' && place !== 'system') return true;
  if (place === 'home' && HOME_NAMES.test(last)) return last !== '.config';
  return /[\uE000-\uE003]/.test(path) && names.some(name => mayMatchSecret(name, path));
}

/** The secret that a path with a glob in it may match: the name that a person is asked about. */
export const likelySecret = (path: string): string =>
  path
    .split('/')
    .map(name => CANDIDATES.find(one => mayMatchSecret(name, path) && matchesGlob(name, one)) ?? name)
    .join('/')
    .replaceAll(SOME, '*');

/** Whether a glob may match a secret: a mark for any text may be nothing, or the rest of a name. */
function mayMatchSecret(written: string, path: string): boolean {
  const pattern = /^(?:\.|id_)/.test(written) ? written.replace(/[\uE001-\uE003]/g, SOME) : written;
  if (!pattern.includes(SOME)) return false;
  if (pattern.length === 1) return path.startsWith('/etc/') && path.split('/').length === 3;
  if (!/[A-Za-z_.]/.test(pattern) || /\.\w+$/.test(pattern.slice(1))) return false;
  return CANDIDATES.some(name => matchesGlob(pattern, name));
}

/** Whether a pattern picks a path, or a folder above it. */
export const isPicked = (pattern: string, path: string): boolean =>
  matchesGlob(pattern, path) || matchesGlob(`${pattern.replace(/\/$/, '')}/${SOME}`, path);

const matchesGlob = (pattern: string, name: string): boolean => matchesPattern(pattern, name, SOME);

/** Names of variables whose value is a secret. */
const SECRET_NAME =
  /(?:^|_)(?:PASS(?:WORD|WD|PHRASE)?|SECRETS?|TOKENS?|API_?KEYS?|(?:PRIVATE|ACCESS|SIGNING|ENCRYPTION|SSH|AUTH)_?KEYS?(?:_ID)?|CREDENTIALS?|PWD|PAT|DSN|COOKIE)(?:_|$)|^(?:DATABASE|MONGO(?:DB)?|REDIS|POSTGRES)_UR[IL]$|TOKEN$|SECRET$|PASSWORD$|APIKEY$/i;

export const isSecretName = (name: string): boolean =>
  name !== 'PWD' && name !== 'OLDPWD' && name !== 'SSH_AUTH_SOCK' && SECRET_NAME.test(name);
