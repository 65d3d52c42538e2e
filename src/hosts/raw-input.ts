import { isRecord } from '../schema/json.ts';
import type { HostInput } from './host.ts';

/** A text of an event; throws where it is missing, so that an event of another form is refused. */
export function textIn(raw: HostInput, key: string): string {
  const text = textOrNone(raw, key);
  if (text === undefined) throw new TypeError(`The event has no text "${key}"`);
  return text;
}

export function textOrNone(raw: HostInput, key: string): string | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A path of an event; none that a host may take for another: a tilde is the home to hosts, and blanks are cut off. */
export function pathOrNone(raw: HostInput, key: string): string | undefined {
  const path = textOrNone(raw, key);
  return path !== undefined && isPlainPath(path) ? path : undefined;
}

export const isPlainPath = (path: string): boolean => !path.startsWith('~') && path === path.trim();

export function objectIn(raw: HostInput, key: string): HostInput {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  if (!isRecord(value)) throw new TypeError(`The event has no object "${key}"`);
  return value;
}
