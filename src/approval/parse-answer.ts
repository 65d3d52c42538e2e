import { checkRule } from '../policy/rules/check-rule.ts';
import type { Rule } from '../policy/types.ts';
import { ToolError } from '../tool/error.ts';
import { nearest } from '../tool/text/nearest.ts';
import { ANSWERS, type AnswerWord, type ApprovalAnswer, type ApprovalRequest } from './request.ts';

const KEYS = ['answer', 'approved', 'modifiedArgs', 'preview', 'message', 'rule'];

/** An answer in its one form. A reply that is none, to the letter, is refused: nothing here means yes by accident. */
export function parseAnswer(reply: unknown): ApprovalAnswer {
  if (typeof reply === 'string') return Object.freeze({ answer: checkWord(reply) });
  if (!isPlainObject(reply)) throw refused(`An answer is a word (${ANSWERS.join(', ')}) or an object`);
  for (const key of Object.keys(reply)) {
    if (!KEYS.includes(key)) throw refused(`An answer has no ${JSON.stringify(key)}; it has ${KEYS.join(', ')}`);
  }
  const { modifiedArgs, preview, message, rule } = reply;
  const answer = wordOf(reply);
  const yes = isYes(answer);
  if (modifiedArgs !== undefined && !isPlainObject(modifiedArgs)) throw refused('modifiedArgs must be an object');
  if (modifiedArgs !== undefined && !yes) throw refused('modifiedArgs belong to a yes');
  if (preview !== undefined && (typeof preview !== 'string' || modifiedArgs === undefined))
    throw refused('A preview is a text, and belongs to modifiedArgs');
  if (message !== undefined && typeof message !== 'string') throw refused('message must be a text');
  if (rule !== undefined && !answer.endsWith('_always')) throw refused('A rule belongs to an answer for always');
  return Object.freeze({
    answer,
    modifiedArgs: modifiedArgs && copyJson(modifiedArgs),
    ...(preview === undefined ? {} : { preview }),
    message,
    rule: rule === undefined ? undefined : parseRule(rule, yes),
  });
}

export const isYes = (answer: AnswerWord): boolean => answer === 'allow_once' || answer === 'allow_always';

/** The rules that an answer for always saves: the rule that came with it, or the suggested ones of the request. */
export function rulesOf(given: ApprovalAnswer, request: Pick<ApprovalRequest, 'suggestions'>): readonly Rule[] {
  const { answer, rule } = given;
  if (!answer.endsWith('_always')) return [];
  if (rule) return [rule];
  const wanted = isYes(answer) ? 'allow' : 'deny';
  const rules = request.suggestions.find(({ verdict }) => verdict === wanted)?.rules ?? [];
  try {
    const checked = rules.map((one, index) => checkRule(one, `suggestion ${index + 1}`));
    return checked.every(({ verdict }) => verdict === wanted) ? checked : [];
  } catch {
    // A suggestion that is no rule saves nothing; the answer counts once.
    return [];
  }
}

function wordOf({ answer, approved }: Record<string, unknown>): AnswerWord {
  if (answer !== undefined && approved !== undefined) throw refused('An answer has either answer or approved');
  if (answer !== undefined) return checkWord(answer);
  if (typeof approved !== 'boolean') throw refused('approved must be true or false');
  return approved ? 'allow_once' : 'reject_once';
}

function checkWord(word: unknown): AnswerWord {
  if (ANSWERS.includes(word as AnswerWord)) return word as AnswerWord;
  const [near] = typeof word === 'string' ? nearest(word, ANSWERS, 1) : [];
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  throw refused(`${JSON.stringify(word)} is no answer; use ${ANSWERS.join(', ')}${hint}`);
}

function parseRule(value: unknown, yes: boolean): Rule {
  let rule: Rule;
  try {
    rule = checkRule(value, 'rule');
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  }
  if (rule.verdict !== (yes ? 'allow' : 'deny'))
    throw refused(`The rule says ${rule.verdict}, and the answer does not`);
  return rule;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function copyJson(value: Record<string, unknown>): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch {
    throw refused('modifiedArgs must be JSON');
  }
}

const refused = (message: string): ToolError => new ToolError('INVALID_ARGUMENTS', message);
