import type { CliSession } from '../session.ts';
import { writeBesideQuestions } from '../terminal/question-time.ts';
import { toPrintableLine } from '../terminal/terminal.ts';

/** Milliseconds between two words; a call that takes less long needs none. */
const EVERY_MS = 1_000;

/** Says on standard error what a call is at, once a second where that has changed. Gives a function that ends that. */
export function showProgress({ gate, terminal }: CliSession): () => void {
  let now = '';
  let said = '';
  let quiet = false;
  const stop = gate.activity.subscribe('*', ({ type, data }) => {
    if (type === 'tool_call_start') quiet = data.quiet === true;
    if (type === 'tool_call_update' && !quiet && typeof data.title === 'string') now = toPrintableLine(data.title);
  });
  const timer = setInterval(() => {
    if (now === said) return;
    said = now;
    writeBesideQuestions(() => terminal.note(`${said} …`));
  }, EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    stop();
  };
}
