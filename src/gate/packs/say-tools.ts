import { mayRun } from '../../policy/guards/may-run.ts';
import type { RuntimePolicy } from '../../policy/types.ts';
import type { ToolCard } from '../../registry/card.ts';
import { lengthOfLines, shortenLine, summarise } from '../../registry/find/summarise.ts';
import type { RegisteredTool } from '../../registry/registered.ts';
import type { ToolRegistry } from '../../registry/registry.ts';
import { signatureOf } from '../../schema/words/signature.ts';

/** Tools that a model sees where it reaches all others by scripts. */
export const OFFERED_WITH_CODE: readonly string[] = ['run_code', 'find_tools'];

const SAID_OF_SCRIPTS = [
  'JavaScript and Python may call your tools: `await tools.NAME({ … })`, in Python `tools.NAME(key=…)`; `tools.find(words)`',
  'searches them. Each call is judged like one of yours; one that fails throws a ToolError (`code`). Only what the code prints',
  'or returns comes back to you. Code that calls tools can read the workspace and not write to it: change files by tools.',
].join(' ');

/** The most characters of all lines together: some 1,500 tokens. */
const MOST = 6_000;
const MOST_LINE = 240;
const MOST_WORDS = 60;

/** The text for a model on scripts that call tools, and which tools there are where it sees no others. */
export const sayTools = (registry: ToolRegistry, policy: RuntimePolicy, all: boolean): string =>
  all ? `${SAID_OF_SCRIPTS}\n${listForScripts(registry, policy)}` : SAID_OF_SCRIPTS;

/** All tools that a script may call, a line each in the manner of TypeScript; where these are too many, names. */
function listForScripts(registry: ToolRegistry, policy: RuntimePolicy): string {
  const cards = registry
    .all()
    .flatMap(cardOf)
    .filter(card => isForScripts(card, policy));
  const signed = cards.map(card => `${shortenLine(signatureOf(card), MOST_LINE)}${sayWords(card)}`);
  const short = cards.map(({ name, parameters }) =>
    shortenLine(signatureOf({ name, parameters }).replace(/: string$/, ''), MOST_LINE),
  );
  const lines = [signed, short].find(each => lengthOfLines(each) <= MOST);
  const more = [...registry.summaries(), ...registry.absentSources()];
  return [
    'Functions of `tools`:',
    lines?.join('\n') ?? summarise(cards),
    ...(more.length > 0 ? [`More, found by find_tools:\n${summarise(more)}`] : []),
  ].join('\n');
}

const isForScripts = ({ name, required, danger }: ToolCard, policy: RuntimePolicy): boolean =>
  !OFFERED_WITH_CODE.includes(name) && name !== 'call_tool' && mayRun({ tool: name, required, danger }, policy);

/** The card of a tool; a tool whose definition is not made yet is found by find_tools. */
function cardOf(tool: RegisteredTool): readonly ToolCard[] {
  try {
    const card = tool.card();
    if (!(card instanceof Promise)) return [card];
    card.catch(() => {});
  } catch {
    // Whoever lists the tools is told the reason.
  }
  return [];
}

const sayWords = ({ description }: ToolCard): string => {
  const [first = ''] = description.split(/(?<=[.!?])\s|\n/, 1);
  return first === '' ? '' : `  // ${shortenLine(first.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' '), MOST_WORDS)}`;
};
