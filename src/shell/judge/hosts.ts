import { type JudgedCommand, risk } from '../state/run.ts';
import { isKnown, type Word } from '../state/value.ts';

/** Ends of names that belong to hosts and not to files. */
const DOMAIN =
  /^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|ai|co|biz|edu|gov|mil|example|invalid|localhost|lan|internal|onion|xyz|online|cloud|arpa)$|^(?:[\w-]+\.){2,}(?:uk|de|fr|eu|ru|cn|jp|br|ch|nl|se|es|it|no|at|be|us|in|ca|au|me|site|run|host|live|tech|pro|local|test)$/i;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\]|localhost)$/i;
/** Whether a name is that of a host by its end, or is an address. */
export const isHostName = (name: string): boolean => isKnown(name) && (DOMAIN.test(name) || ADDRESS.test(name));

/** Options whose value is a host, whatever it looks like. */
const NAMES_HOST = /^(?:-h|-H|-S|-s|-b|-n|--(?:host|hostname|server|remote|broker|peer|address|to|connect))$/;

/** Hosts that the words of a command name: in an address, after `@`, before a port, or by the end of a name. */
export function hostsIn(words: readonly Word[]): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const [at, { value }] of words.entries()) {
    const text = value.replace(/^--?[\w-]+=/, '');
    const [, address] = /^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(text) ?? [];
    const plain = (
      address ??
      text
        .replace(/^.*@/, '')
        .replace(/^\/\//, '')
        .replace(/[:/!,].*$/s, '')
    ).toLowerCase();
    const named = address !== undefined && !/^file:/i.test(text);
    const told = NAMES_HOST.test(words[at - 1]?.value ?? '') && /^[\w.-]+$/.test(plain);
    if (
      plain !== '' &&
      isKnown(plain) &&
      (named || told || /@./.test(text) || DOMAIN.test(plain) || ADDRESS.test(plain))
    )
      hosts.add(plain);
  }
  return hosts;
}

/** Reaches the hosts that the command names, or some host. */
export function reachHosts(run: JudgedCommand, words: readonly Word[] = run.args): undefined {
  const hosts = hostsIn(words);
  for (const host of hosts.size > 0 ? hosts : ['*'])
    run.shell.session.findings.touch({ kind: 'network', resource: host });
}

/** Judges a command that waits for connections, of this machine alone or of any; `why` tells why that is dangerous. */
export function awaitsOthers(run: JudgedCommand, from: 'localhost' | '*', why?: string): undefined {
  run.shell.session.findings.touch({ kind: 'network', resource: from });
  if (why !== undefined) risk(run, why);
}
