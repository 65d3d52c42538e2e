import type { Effect, EffectKind } from '../tool/effect.ts';
import type { Rule } from './types.ts';

/** A rule in a line: `deny read **\/.env*`, `allow bash npm test *`. */
export const describeRule = ({ verdict, tool, effect, match, when }: Rule): string =>
  [verdict, tool, effect, match, when && `when ${JSON.stringify(when)}`].filter(part => part !== undefined).join(' ');

const DOING: Readonly<Record<EffectKind, string>> = {
  read: 'reading',
  write: 'writing',
  delete: 'deleting',
  execute: 'running',
  network: 'connecting to',
  send: 'sending to',
  state: 'changing',
};

/** An effect in words: `reading src/a.ts`, `deleting build and all below it`. */
export function describeEffect({ kind, resource, tree }: Effect, root: string): string {
  const path = kind === 'read' || kind === 'write' || kind === 'delete';
  const name = path ? relativeTo(resource, root) : resource;
  return `${DOING[kind]} ${shortLine(name, 200)}${path && tree ? ' and all below it' : ''}`;
}

export function relativeTo(path: string, root: string): string {
  if (path === root) return '.';
  return path.startsWith(root === '/' ? root : `${root}/`) ? path.slice(root === '/' ? 1 : root.length + 1) : path;
}

/** A text on one line, without characters that would draw something else, and with at most so many characters. */
export function shortLine(text: string, most: number): string {
  const plain = toPlainText(text).replace(/\n/g, '\\n');
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}

/**
 * Text from a model for a person's eyes: control characters, escape sequences and marks that reverse or hide text are
 * shown as codes, so that a person reads exactly the text that will run.
 */
export const toPlainText = (text: string): string =>
  text.replace(UNSEEN, char => {
    if (char === '\r') return '\\r';
    const code = char.codePointAt(0)!.toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
  });

/** Characters that are drawn as nothing, besides control and format characters. */
const UNSEEN =
  /(?!\n|\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector}|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|\u034f/gu;

/** A list in words: `a, b and 3 more`. */
export function listBriefly(items: readonly string[], most = 3): string {
  const unique = [...new Set(items)];
  if (unique.length <= most) return unique.join(', ');
  return `${unique.slice(0, most).join(', ')} and ${unique.length - most} more`;
}
