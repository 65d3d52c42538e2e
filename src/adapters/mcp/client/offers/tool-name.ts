import { createHash } from 'node:crypto';

/** The longest name that every provider takes. */
const MOST = 64;

const SERVER = /^[a-zA-Z_][a-zA-Z0-9_-]{0,31}$/;

export const isServerName = (name: string): boolean => SERVER.test(name) && !/__|._$/.test(name);

/** `SERVER__TOOL`: no server can take the name of a built-in tool, or of another server's. */
export function toolName(server: string, tool: string): string {
  const plain = `${server}__${tool.replace(/[^a-zA-Z0-9_-]/g, '_')}`;
  if (plain.length <= MOST && plain === `${server}__${tool}`) return plain;
  // Two names that look alike once they are plain must not meet.
  const mark = createHash('sha256').update(tool).digest('hex').slice(0, 6);
  return `${plain.slice(0, MOST - 7)}_${mark}`;
}
