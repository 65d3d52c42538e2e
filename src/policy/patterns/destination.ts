/** The reason why a text is no destination; undefined for a text that is one. */
export function destinationProblem(pattern: string): string | undefined {
  if (pattern.trim() !== pattern) return 'has blanks around it';
  if (!/[\p{L}\p{N}]/u.test(pattern)) return 'names no target';
  return undefined;
}

/**
 * A test for targets. Upper and lower case are the same; a `*` stands for letters of one target, never for a second,
 * and inside of a pattern for one part of an address: `https://*.corp.com` is no other host with that at its end.
 */
export function compileDestinations(patterns: readonly string[]): (target: string) => boolean {
  if (patterns.length === 0) return () => false;
  // A lone `*` limits nothing: a policy that only restricts others says nothing of targets.
  if (patterns.includes('*')) return () => true;
  const tests = patterns.map(toTest);
  return target => tests.some(test => test.test(target.trim()));
}

const toTest = (pattern: string): RegExp => {
  const isOpen = pattern.endsWith('*');
  const parts = pattern.split('*').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const last = isOpen ? parts.splice(-2, 2)[0]! : undefined;
  const inside = [...parts, ...(last === undefined ? [] : [last])].join('[^\\s,;<>"\'@/\\\\?#:]*');
  return new RegExp(`^${inside}${isOpen ? '[^\\s,;<>"\'@]*' : ''}$`, 'iu');
};
