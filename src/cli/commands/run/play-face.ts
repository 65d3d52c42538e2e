import type { AgentMessage } from '../../../agents/loop/history.ts';
import type { RunStore } from '../../../store/port.ts';
import { maskRecord } from '../../../tool/text/mask.ts';
import { loadHistory } from '../../../workers/kept-history.ts';
import type { LocalRun } from '../../agents/local-run.ts';
import type { Face } from '../../face/open-face.ts';
import type { FaceStory } from '../../face/story.ts';
import { talk } from '../../face/talk.ts';
import { changesOf, describeChanges, describeUse, filesOf, gatherUses } from '../../output/run-summary.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { offerPlan } from '../offer-plan.ts';
import type { PlayedRun } from './played-run.ts';

export async function playFace(face: Face, played: PlayedRun): Promise<number> {
  const { session, agents, type, model, run, task, options, sessions, uses } = played;
  const { gate, abort } = session;
  const who = `${type.name} with ${toPrintableLine(model)}`;
  face.begin(gate);
  let failure: unknown;
  let code = 1;
  try {
    const loaded = await agents.load();
    if (options.continue !== undefined) await recall(face.story, gate.store.runs, run);
    code = await talk(face, {
      first: task,
      unfinished: run.unfinished,
      abort,
      say: async (text, told) => {
        uses.length = 0;
        const result = await run.say(text, loaded, { ...told, type, model });
        await gate.activity.settle();
        return result;
      },
      summary: async () => {
        await gatherUses(gate.store.runs, { roots: agents.elsewhere, sessions, uses });
        return describeUse(uses, who, session.settings.prices);
      },
    });
  } catch (error) {
    failure = error;
  }
  await face.end();
  if (failure) throw failure;
  const changes = await changesOf(gate, sessions);
  // The face leaves an empty line where its last one was.
  const changed = filesOf(changes).length + changes.pending.length + changes.planned.length > 0;
  if (changed) process.stderr.write(`${describeChanges(changes, options).join('\n')}\n`);
  if (changes.planned.length > 0) {
    // The face has let go of the keys: nobody would wait for an answer. Held any longer they would keep the process.
    process.stdin.ref();
    await offerPlan(session, options);
    process.stdin.unref();
  }
  if (sessions.size > 0)
    process.stderr.write(`${changed ? '\n' : ''}Go on with: toolgate run --continue${place(played)}\n`);
  return code;
}

const place = ({ options }: PlayedRun): string =>
  options.workspace === undefined ? '' : ` --workspace ${toPrintableLine(options.workspace)}`;

async function recall(story: FaceStory, runs: RunStore, { id, spec }: LocalRun): Promise<void> {
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
