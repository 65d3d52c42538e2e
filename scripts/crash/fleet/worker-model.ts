import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type ScriptedAnswer, scriptedLanguageModel } from '../../../src/testing/scripted-language-model.ts';
import { commandFile, LAST_LINE, markOf, type Work } from './plan.ts';

/** A call that was made, and what it was answered with. */
interface Made {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

interface NextCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Who needs more than this does not get on. */
const MOST_CALLS = 80;

/**
 * A model that is a program. It takes its task, does what it is told there, and submits. It decides from the
 * conversation alone, so it goes on in whichever process it is asked; where the end of a call is not known it looks
 * before it makes another one.
 */
export function workerModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'program',
    modelId: 'worker',
    supportedUrls: {},
    doStream: options => scriptedLanguageModel([answerTo(options)]).doStream(options),
    doGenerate: options => scriptedLanguageModel([answerTo(options)]).doGenerate(options),
  };
}

function answerTo({ prompt }: LanguageModelV4CallOptions): ScriptedAnswer {
  const asked = prompt.find(message => message.role === 'user')?.content.find(part => part.type === 'text')?.text ?? '';
  const work = JSON.parse(asked) as Work;
  const made = madeIn(prompt);
  const call = made.length < MOST_CALLS ? nextCall(work, made) : undefined;
  return call ? { calls: [{ id: `c${made.length}`, ...call }] } : { text: `${made.length} calls` };
}

const madeIn = (prompt: LanguageModelV4CallOptions['prompt']): readonly Made[] =>
  prompt.flatMap(message =>
    message.role === 'tool'
      ? message.content.flatMap(part =>
          part.type === 'tool-result' && 'value' in part.output
            ? [{ name: part.toolName, ok: part.output.type === 'text', text: String(part.output.value) }]
            : [],
        )
      : [],
  );

function nextCall(work: Work, made: readonly Made[]): NextCall | undefined {
  const attempt = attemptIn(made);
  if (attempt === undefined) return take(work, made);
  const mark = markOf(work);
  const line = `${mark}${made.length}`;
  const insert = { path: work.file, old_text: LAST_LINE, new_text: `${line}\n${LAST_LINE}` };
  const command = `sleep 0.2; mkdir -p commands; echo '${line}' >> ${commandFile(work)}`;
  return (
    once(made, { name: 'note', args: { line, wait: work.wait } }, { name: 'find_note', args: { mark } }, mark) ??
    once(made, { name: 'edit_file', args: insert }, { name: 'read_file', args: { path: work.file } }, mark) ??
    (work.command
      ? once(made, { name: 'bash', args: { command } }, { name: 'read_file', args: { path: commandFile(work) } }, mark)
      : undefined) ??
    submit(work, made, attempt)
  );
}

/** Until one of them was done. After a failure it looks, for that may have done it all the same. */
function once(made: readonly Made[], call: NextCall, look: NextCall, mark: string): NextCall | undefined {
  const at = made.findLastIndex(({ name }) => name === call.name);
  if (at < 0) return call;
  if (made[at]!.ok) return undefined;
  const seen = made.slice(at + 1).find(({ name }) => name === look.name);
  if (!seen) return look;
  return seen.text.includes(mark) ? undefined : call;
}

const GET = (work: Work): NextCall => ({ name: 'get_task', args: { id: work.label } });

function take(work: Work, made: readonly Made[]): NextCall {
  const { label: id } = work;
  return made.at(-1)?.name === 'task_update'
    ? GET(work)
    : { name: 'task_update', args: { id, status: 'in_progress', lease_seconds: 300 } };
}

function submit(work: Work, made: readonly Made[], attempt: number): NextCall | undefined {
  const at = made.findLastIndex(({ name }) => name === 'submit_result');
  const { label: id, round } = work;
  if (at >= 0) {
    if (made[at]!.ok) return undefined;
    const seen = made.slice(at + 1).find(({ name, ok }) => name === 'get_task' && ok);
    if (!seen) return GET(work);
    if (/^status: (submitted|done)/m.test(seen.text)) return undefined;
  }
  return { name: 'submit_result', args: { id, result: `round ${round}`, attempt } };
}

/** The number under which it holds its task. */
function attemptIn(made: readonly Made[]): number | undefined {
  const numbers = made.flatMap(({ name, ok, text }) => {
    if (!ok || (name !== 'task_update' && name !== 'get_task')) return [];
    const found = name === 'get_task' ? /^status: (?!ready).*attempt (\d+)/m.exec(text) : /attempt (\d+)/.exec(text);
    return found ? [Number(found[1])] : [];
  });
  return numbers.at(-1);
}
