import type * as Syntax from 'unbash';

/** Commands that let an endless loop rest or end. */
const RESTS = new Set('sleep break exit return read wait inotifywait kill timeout exec select fswatch entr'.split(' '));

/** Whether a loop's condition always holds and its body neither waits nor leaves. */
export function isEndless(node: Syntax.While | Syntax.ArithmeticFor): boolean {
  if (node.type === 'ArithmeticFor') return node.test === undefined && !rests(node.body);
  const [only, second] = node.clause.commands;
  if (!only || second || only.command.type !== 'Command') return false;
  const name = only.command.name?.value;
  const constant = node.kind === 'while' ? [':', 'true'] : ['false'];
  if (node.kind === 'while' && name === '[' && only.command.args.length === 2) {
    const [value] = only.command.args;
    return value?.type === 'Word' && /^[\w]+$/.test(value.value) && !value.parts && !rests(node.body);
  }
  return constant.includes(name ?? '') && !rests(node.body);
}

const MOST_PARTS = 300;

function rests(body: Syntax.CompoundList): boolean {
  let found = false;
  let parts = 0;
  const look = (one: unknown): void => {
    if (found || ++parts > MOST_PARTS || typeof one !== 'object' || one === null) return;
    if (Array.isArray(one)) {
      one.forEach(look);
      return;
    }
    // No loop waits for a command in the background.
    if ('background' in one && one.background === true) return;
    if ('type' in one && one.type === 'Command' && 'name' in one) {
      const name = (one as Syntax.Command).name?.value;
      if (name !== undefined && RESTS.has(name)) found = true;
    }
    for (const [key, value] of Object.entries(one)) if (key !== 'parts') look(value);
  };
  look(body.commands);
  return found;
}
