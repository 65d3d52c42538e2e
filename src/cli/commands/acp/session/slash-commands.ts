import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { Toolgate } from '../../../../gate/toolgate.ts';
import { maskShownText } from '../../../../tool/text/mask-shown.ts';
import { failureOf } from '../../../failure.ts';
import { describeChange } from '../../../output/describe-files.ts';
import { refuseInsideJob } from '../../../terminal/require-person.ts';
import { printable, toPrintableLine } from '../../../terminal/terminal.ts';
import { fenced } from '../shown/code-block.ts';

interface TypedPlace {
  readonly gate: Toolgate;
  readonly sessions: ReadonlySet<string>;
  readonly abort: AbortSignal;
}

const COMMANDS = {
  undo: { description: 'Take back the last step of this conversation that changed files', run: undo },
  plan: { description: 'Show what is planned and not written', run: showPlan },
  apply: { description: 'Write all that is planned', run: applyPlan },
  drop: { description: 'Forget all that is planned', run: dropPlan },
} as const;

type CommandName = keyof typeof COMMANDS;

export const AVAILABLE_COMMANDS: AvailableCommand[] = Object.entries(COMMANDS).map(([name, { description }]) => ({
  name,
  description,
}));

export function slashCommandIn(text: string): CommandName | undefined {
  const word = text.trim();
  return (Object.keys(COMMANDS) as CommandName[]).find(name => word === `/${name}`);
}

export async function runSlashCommand(name: CommandName, place: TypedPlace): Promise<string> {
  try {
    await refuseInsideJob(`/${name}`);
    return await COMMANDS[name].run(place);
  } catch (error) {
    const { code, message, suggestion } = failureOf(error, '').error;
    return fenced([`${code}: ${message}`, suggestion ?? ''].join('\n'));
  }
}

async function undo({ gate, sessions, abort }: TypedPlace): Promise<string> {
  const sets = await gate.journal.list({ sessions: [...sessions], limit: 1_000 });
  const last = sets.find(({ status, undone, undoes }) => status === 'committed' && !undone && undoes === undefined);
  if (!last) return 'Nothing of this conversation is left to take back.';
  const call = { name: 'undo_turn', args: { turn: last.turn, session: last.sessionID } };
  // The person who types the command has said yes to the undo, whatever the policy asks about.
  const { output } = await gate.execute(call, { abort, approver: () => 'allow_once' });
  return fenced(printable(output));
}

async function showPlan({ gate }: TypedPlace): Promise<string> {
  const { files, diff } = await gate.plan.show();
  return files.length === 0 ? NOTHING_PLANNED : fenced(printable(maskShownText(diff)));
}

async function applyPlan({ gate }: TypedPlace): Promise<string> {
  const { files } = await gate.plan.show();
  if (files.length === 0) return NOTHING_PLANNED;
  await gate.plan.apply({ by: 'editor' });
  return `Written:\n${fenced(files.map(describeChange).join('\n'))}\nWhat was there before is kept; /undo takes it back.`;
}

async function dropPlan({ gate }: TypedPlace): Promise<string> {
  const dropped = await gate.plan.drop({ by: 'editor' });
  return dropped.length === 0 ? NOTHING_PLANNED : 'Dropped; no file was touched.';
}

const NOTHING_PLANNED = 'Nothing is planned.';

export async function sayPlanned({ plan }: Toolgate): Promise<string | undefined> {
  const { files } = await plan.show();
  if (files.length === 0) return undefined;
  const lines = files.map(file => {
    const conflict = file.conflict === undefined ? '' : `\n  does not fit: ${toPrintableLine(file.conflict)}`;
    return `${describeChange(file)}${conflict}`;
  });
  return `Planned, not written:\n${fenced(lines.join('\n'))}\n/apply writes it, /plan shows it, /drop forgets it.`;
}
