import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../schema/json.ts';
import { editJsonConfig, readJsonConfig, unreadableConfig } from '../install/json-config.ts';
import type { McpConfigFile } from './mcp-host.ts';

/** A key that has our value, or a list that has our words in it. */
type Setting =
  | { readonly path: readonly string[]; readonly value: unknown }
  | { readonly path: readonly string[]; readonly words: readonly string[] };

/** A config in JSON, with or without comments, as settings. What was at a key before comes back, and so does a word. */
export function jsonSettings(file: string, settings: readonly Setting[]): McpConfigFile {
  return {
    file,
    install(text) {
      let out = text === undefined || text.trim() === '' ? '{}\n' : text;
      for (const setting of settings) out = put(out, setting);
      return out;
    },
    uninstall(text, before) {
      const was = before === undefined || before.trim() === '' ? {} : readJsonConfig(before);
      let out = text;
      for (const setting of settings.toReversed()) out = takeOut(out, setting, was);
      return /^\s*\{\s*\}\s*$/.test(out) ? undefined : out;
    },
    isInstalled(text) {
      if (text.trim() === '') return false;
      const config = readJsonConfig(text);
      return settings.some(
        each => 'value' in each && each.path.at(-1) === 'toolgate' && valueAt(config, each.path) !== undefined,
      );
    },
  };
}

function put(text: string, setting: Setting): string {
  const config = readJsonConfig(text);
  checkWay(config, setting.path);
  const there = valueAt(config, setting.path);
  if ('value' in setting)
    return isDeepStrictEqual(there, setting.value) ? text : editJsonConfig(text, [...setting.path], setting.value);
  const list = listOf(there, setting.path);
  const missing = setting.words.filter(word => !list.includes(word));
  return missing.length === 0 ? text : editJsonConfig(text, [...setting.path], [...list, ...missing]);
}

function takeOut(text: string, setting: Setting, was: unknown): string {
  const { path } = setting;
  const there = valueAt(readJsonConfig(text), path);
  const before = valueAt(was, path);
  if (there === undefined) return text;
  if ('value' in setting) return emptied(editJsonConfig(text, [...path], before), path, was);
  if (!Array.isArray(there)) return text;
  const own: readonly unknown[] = Array.isArray(before) ? before : [];
  const left = there.filter(word => !setting.words.includes(word) || own.includes(word));
  const kept = left.length === 0 && before === undefined ? undefined : left;
  return emptied(editJsonConfig(text, [...path], kept), path, was);
}

/** Takes out the objects above a key that are empty now and were not there before. */
function emptied(text: string, path: readonly string[], was: unknown): string {
  let out = text;
  for (let length = path.length - 1; length > 0; length--) {
    const above = path.slice(0, length);
    const there = valueAt(readJsonConfig(out), above);
    const isEmpty = typeof there === 'object' && there !== null && Object.keys(there).length === 0;
    if (!isEmpty || valueAt(was, above) !== undefined) break;
    out = editJsonConfig(out, [...above], undefined);
  }
  return out;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);

/** Throws unless all values on the way to a key are objects. */
function checkWay(config: unknown, path: readonly string[]): void {
  for (let length = 1; length < path.length; length++) {
    const there = valueAt(config, path.slice(0, length));
    if (there !== undefined && !isRecord(there))
      throw unreadableConfig(`"${path.slice(0, length).join('.')}" is no object`);
  }
}

function listOf(there: unknown, path: readonly string[]): readonly unknown[] {
  if (there === undefined) return [];
  if (!Array.isArray(there)) throw unreadableConfig(`"${path.join('.')}" is no list`);
  return there;
}
