import { describeEffect, shortLine } from '../policy/describe.ts';
import { callLine } from '../tool/text/mask.ts';
import type { PendingRequest } from './approval-row.ts';

type Asked = Pick<PendingRequest, 'agent' | 'tool' | 'args' | 'effects' | 'root'>;

const MOST_EFFECTS = 3;
const LONGEST = 300;

/** A sentence on one line: who wants to do what; the text of a command, else the effects of the call. */
export function askSentence({ agent, tool, args, effects, root = '/' }: Asked): string {
  const ran = commandIn(args);
  if (ran !== undefined) return `${agent} wants to run ${shortLine(ran.trim(), LONGEST)}`;
  const who = `${agent} wants to use`;
  if (effects === 'everything') return `${who} ${shortLine(callLine(tool, args), LONGEST)}`;
  if (effects.length === 0) return `${who} ${tool}`;
  const shown = effects.slice(0, MOST_EFFECTS).map(effect => describeEffect(effect, root));
  const rest = effects.length - shown.length;
  return `${who} ${tool}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The text that a call would run, where it has one under a usual name. */
function commandIn({ command, code, language }: Asked['args']): string | undefined {
  if (typeof command === 'string') return command;
  return typeof code === 'string' ? `${typeof language === 'string' ? language : 'code'}: ${code}` : undefined;
}
