import type { Face } from '../../face/open-face.ts';
import { talk } from '../../face/talk.ts';
import { changesOf, describeChanges, describeUse, filesOf, gatherUses } from '../../output/run-summary.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';
import { offerPlan } from '../offer-plan.ts';
import type { PlayedRun } from './played-run.ts';
import { recall } from './recall.ts';

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
