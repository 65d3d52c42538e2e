import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { ActivityEventType } from '../../../src/activity/event-types.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { PACK_FACTS } from '../../../src/gate/packs/pack-facts.ts';
import { aliasSchema } from '../../../src/registry/aliases.ts';
import { ERROR_CODES } from '../../../src/tool/codes.ts';
import { LIBRARY } from '../../bundle/entries.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Whether there is such a thing: an export with its member, a tool with its parameter or field, a code, and so on. */
export function isThere(name: string): boolean {
  const [, kind, rest] = /^(\w+):(.+)$/.exec(name) ?? [];
  if (kind === undefined) return isExported(name.split('.'));
  return KINDS[kind]?.(rest!) ?? false;
}

const KINDS: Readonly<Record<string, (rest: string) => boolean>> = {
  tool: isTool,
  pack: rest => PACK_FACTS.has(rest),
  code: rest => Object.hasOwn(ERROR_CODES, rest),
  type: rest => Object.values<string>(ERROR_CODES).includes(rest),
  event: rest => Object.values<string>(ActivityEventType).includes(rest),
  stage: rest => existsSync(join(root, `src/pipeline/stages/${rest}.ts`)),
  command: rest => createProgram({ version: '', exit: () => {} }).commands.some(command => command.name() === rest),
  file: rest => existsSync(join(root, rest)),
  env: rest => read('src/gate/open-parts.ts').includes(`env.${rest}`),
};

/** `name`, `name(parameter)`, or `name→field` of its value. */
function isTool(text: string): boolean {
  const [, name, parameter, field] = /^(\w+)(?:\((\w+)\)|→(\w+))?$/.exec(text) ?? [];
  for (const { cards } of PACK_FACTS.values()) {
    for (const card of cards.values()) {
      const alias = card.aliases?.find(other => other.name === name);
      if (card.name !== name && !alias) continue;
      const { properties = {} } = alias ? aliasSchema(alias, card.parameters) : card.parameters;
      if (parameter !== undefined) return Object.hasOwn(properties as object, parameter);
      return field === undefined || Object.hasOwn((card.returns?.properties ?? {}) as object, field);
    }
  }
  return false;
}

/** `toolgate` is the library itself, another first part one of its subpaths. */
function isExported([entry = '', ...path]: readonly string[]): boolean {
  const entries: Readonly<Record<string, string>> = LIBRARY;
  const file = entries[entry === 'toolgate' ? 'index' : entry] ?? entries[`classic-${entry}`];
  return file !== undefined && path.length > 0 && isIn(file, path);
}

/** A name that a file exports or passes on; what comes after it is a name in a namespace, or a word where it is defined. */
function isIn(file: string, [name, ...members]: readonly string[]): boolean {
  const text = read(file);
  for (const { entries } of parseSync(file, text).module.staticExports) {
    for (const { exportName, importName, moduleRequest } of entries) {
      if (exportName.name !== name) continue;
      if (!moduleRequest) return members.every(member => new RegExp(`\\b${member}\\b`).test(text));
      const from = posix.join(posix.dirname(file), moduleRequest.value);
      if (importName.kind === 'Name') return isIn(from, [importName.name!, ...members]);
      return members.length === 0 || isIn(from, members);
    }
  }
  return false;
}
