/** A host as it is compared: lower case, ASCII, no port, no brackets, no final dot; odd spellings of addresses too. */
export function normalizeHost(host: string): string {
  const text = host.trim();
  const bare = text.includes(':') && !text.startsWith('[') && text.split(':').length > 2 ? `[${text}]` : text;
  let name = bare;
  try {
    name = new URL(`http://${bare}`).hostname;
  } catch {
    // A text that is no host at all is compared as it stands; it equals no host.
  }
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** A pattern to compare: an exact host, `*.example.org` for its sub-domains (not itself), or `*` for every host. */
export function normalizeHostPattern(pattern: string): string {
  const text = pattern.trim();
  if (text === '*') return '*';
  return text.startsWith('*.') ? `*.${normalizeHost(text.slice(2))}` : normalizeHost(text);
}

export function hostPatternProblem(pattern: string): string | undefined {
  const text = pattern.trim();
  if (text === '*') return undefined;
  const rest = text.startsWith('*.') ? text.slice(2) : text;
  if (/:\/\//.test(rest))
    return `is a URL; a host is meant, such as ${JSON.stringify(normalizeHost(rest.replace(/^.*?:\/\//, '')))}`;
  if (rest === '' || /[\s/*?#@]/.test(rest))
    return 'is no host; write example.org, or *.example.org for its sub-domains';
  if (/^[^:]+:\d+$/.test(rest)) return 'has a port; rules are about hosts';
  return undefined;
}

export function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length >= pattern.length : pattern === host;
}

/** The hosts that both lists have: exactly those that some pattern of each matches. */
export function intersectHosts(a: readonly string[], b: readonly string[]): readonly string[] {
  const both = new Set<string>();
  for (const one of a) {
    for (const other of b) {
      const meet = meetHosts(normalizeHostPattern(one), normalizeHostPattern(other));
      if (meet !== undefined) both.add(meet);
    }
  }
  return [...both].sort();
}

function meetHosts(a: string, b: string): string | undefined {
  if (a === '*' || a === b) return b;
  if (b === '*') return a;
  if (a.startsWith('*.') && (b.startsWith('*.') ? b.slice(1).endsWith(a.slice(1)) : matchesHost(a, b))) return b;
  if (b.startsWith('*.') && (a.startsWith('*.') ? a.slice(1).endsWith(b.slice(1)) : matchesHost(b, a))) return a;
  return undefined;
}
