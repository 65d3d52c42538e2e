import type { AgentMessage } from '../../../agents/loop/history.ts';
import type { RunStore } from '../../../store/port.ts';
import { maskRecord } from '../../../tool/text/mask.ts';
import { loadHistory } from '../../../workers/kept-history.ts';
import type { LocalRun } from '../../agents/local-run.ts';
import type { FaceStory } from '../../face/story.ts';

export async function recall(story: FaceStory, runs: RunStore, { id, spec }: LocalRun): Promise<void> {
  const messages = (await loadHistory(runs, id))?.messages ?? [];
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[at];
  if (asked?.role !== 'user') return;
  // The first message has more in it than the person's words.
  story.said(maskRecord(at === 0 ? (spec.prompt ?? asked.text) : asked.text));
  story.text(maskRecord(answerIn(messages.slice(at))));
  story.endText();
}

function answerIn(messages: readonly AgentMessage[]): string {
  const last = messages.findLast(message => message.role === 'assistant');
  return (last?.parts ?? []).flatMap(part => (part.type === 'text' ? [part.text] : [])).join('');
}
