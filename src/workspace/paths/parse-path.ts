import { ToolError } from '../../tool/error.ts';
import { showNameBytes } from '../../tool/text/name-bytes.ts';
import { showUnseen } from '../../tool/text/unseen.ts';

/** The longest path, as the kernel counts it, in bytes; its limit includes the closing zero. */
const MAX_PATH = 4095;
const MAX_NAME = 255;

/**
 * Reads the text of a path literally: nothing is trimmed, decoded, expanded or folded, and a backslash is a character
 * like any other. A text that could be no file's name is refused.
 */
export function parsePath(path: string, root: string) {
  const reason = unusable(path);
  if (reason) throw invalidPath(path, root, reason);
  const absolute = path.startsWith('/');
  // Components stay as written: `.`, `..` and empty ones too.
  return { absolute, parts: (absolute ? path.slice(1) : path).split('/') };
}

function unusable(path: unknown): string | undefined {
  if (typeof path !== 'string') return 'is not text';
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'contains a NUL character';
  if (!path.isWellFormed()) return 'contains half of a surrogate pair, which no file name can hold';
  // A UTF-16 unit takes at most three bytes, so short texts need no counting.
  if (path.length * 3 > MAX_PATH && Buffer.byteLength(path) > MAX_PATH) return `is longer than ${MAX_PATH} bytes`;
  if (path.length * 3 > MAX_NAME && path.split('/').some(name => Buffer.byteLength(name) > MAX_NAME)) {
    return `has a component of more than ${MAX_NAME} bytes`;
  }
  return undefined;
}

export function invalidPath(path: unknown, root: string, reason: string, suggestion?: string): ToolError {
  return new ToolError('INVALID_PATH', `The path ${showPath(path)} ${reason}. The workspace is ${root}.`, {
    suggestion: suggestion ?? 'Give a path inside the workspace, relative to its root, such as "src/main.ts" or ".".',
    details: { path: typeof path === 'string' ? path.slice(0, 300) : String(path), workspace: root },
  });
}

/** A path as it may stand in a message: quoted where it would be misread, and not longer than a line or two. */
export function showPath(path: unknown): string {
  const text = showNameBytes(String(path));
  const short = text.length > 200 ? `${text.slice(0, 120)}…${text.slice(-60)}` : text;
  return /^[^\s"'\p{C}\u2028\u2029\ufffd]+$/u.test(short) ? short : showUnseen(JSON.stringify(short));
}
