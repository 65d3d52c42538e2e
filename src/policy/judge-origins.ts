import type { CompiledLayer } from './compile-policy.ts';
import { listBriefly, shortLine } from './describe.ts';
import { compileDestinations, destinationProblem } from './patterns/destination.ts';
import type { Decision, Facts, Reason, UnsureValue } from './types.ts';

/**
 * Asks for a call whose targets, or addresses in what it sends, come from nobody who is known to have meant them. A
 * rule that allows the tool does not silence the ask; only a rule that names the target does, or `policy.destinations`.
 */
export function judgeOrigins(facts: Facts, layer: CompiledLayer, reasons: Reason[]): void {
  if (!facts.unsure) return;
  const asked = facts.unsure.filter(({ value }) => !layer.trusts(value) && !isNamed(value, facts, layer));
  if (asked.length === 0) return;
  reasons.push({
    verdict: 'ask',
    from: 'origin',
    text: listBriefly(asked.map(sayWhere), MOST_UNSURE),
    suggestion: 'Ask the user; use what they name.',
  });
}

const MOST_UNSURE = 10;
const LONGEST = 120;

/** Whether a person sees all of a value in the question, letter for letter, so that a yes can be remembered for it. */
export const isShownWhole = ({ kind, value }: UnsureValue, { reasons }: Decision): boolean =>
  kind !== 'text' && reasons.some(({ from, text }) => from === 'origin' && text.includes(JSON.stringify(value)));

/** Whether a rule allows this very target. */
const isNamed = (value: string, { tool, args }: Facts, { lists }: CompiledLayer): boolean =>
  lists.some(list =>
    list
      .rulesWith(tool, args)
      .some(
        compiled =>
          compiled.rule.verdict === 'allow' &&
          compiled.rule.effect === 'send' &&
          isDestination(compiled.rule.match, value) &&
          compiled.matches({ kind: 'send', resource: value }),
      ),
  );

/** Whether a pattern names this target and no other beside it, as one of `policy.destinations` does. */
const isDestination = (match: string | undefined, value: string): boolean =>
  match !== undefined && destinationProblem(match) === undefined && compileDestinations([match])(value);

function sayWhere({ kind, argument, value, source, whole, unasked, dictated }: UnsureValue): string {
  const what = `${kind === 'text' ? 'the text ' : ''}${JSON.stringify(shortLine(value, LONGEST))}`;
  const at = argument === undefined ? what : `${what} (${argument})`;
  if (unasked)
    return `${value === '' ? 'others could have asked for it' : at}: you asked for nothing that changes or sends something`;
  if (dictated) return `${at}: you named it, but so do others, and the call says what they wrote`;
  if (value === '') return 'others could have asked for it: the call names nothing that you said';
  if (source === undefined) return `${at}: you did not name it, and no result holds it as a value of its own`;
  return `${at} ${whole ? 'is a value of' : 'stands in'} ${source}, and you did not name it`;
}
