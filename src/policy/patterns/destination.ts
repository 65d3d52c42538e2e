/** The reason why a text is no destination; undefined for a text that is one. */
export function destinationProblem(pattern: string): string | undefined {
  if (pattern.trim() !== pattern) return 'has blanks around it';
  if (!/[\p{L}\p{N}]/u.test(pattern)) return 'names no target';
  return undefined;
}

/** A test for targets, without case; `*` is letters of one target, inside a pattern of one part: no other host fits. */
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
