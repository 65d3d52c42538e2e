import { ConfigError } from '../../../config/config-error.ts';
import { removeState } from '../../../store/copy-state.ts';
import { stateFolders } from '../../../store/state-folder.ts';
import { listStateFolders, type StateFolder } from '../../../store/state-folders.ts';
import { sayCount, saySize } from '../../../text/say.ts';
import { ToolError } from '../../../tool/error.ts';
import type { CommonOptions } from '../../options.ts';
import { terminalFor } from '../../session.ts';
import { refuseInsideJob, requirePerson } from '../../terminal/require-person.ts';
import { canAsk, table, toPrintableLine } from '../../terminal/terminal.ts';

export async function printState(options: CommonOptions): Promise<void> {
  const terminal = terminalFor(options);
  const place = stateFolders(process.env);
  const states = listStateFolders(place);
  if (options.json) return terminal.json({ place, states });
  if (states.length === 0) return terminal.note(`No state is kept in ${toPrintableLine(place)} yet.`);
  terminal.result(describeStates(states));
  const total = states.reduce((sum, { bytes }) => sum + bytes, 0);
  terminal.note(`\n${saySize(total)} in ${toPrintableLine(place)}`);
  if (states.some(({ exists, movedTo }) => !exists && movedTo === undefined))
    terminal.note('What belongs to workspaces that are gone can go too: toolgate state prune --gone');
  for (const { folder, movedTo } of states) {
    if (movedTo === undefined) continue;
    const restore = `toolgate state restore ${toPrintableLine(folder)} --workspace ${toPrintableLine(movedTo)}`;
    terminal.note(`To bring the history of a moved workspace along: ${restore}`);
  }
}

const describeStates = (states: readonly StateFolder[]): string =>
  table([
    ['LAST USE', 'SIZE', 'CALLS', 'CHANGES', 'WAITING', 'WORKSPACE'],
    ...states.map(state => [
      new Date(state.lastUse).toISOString().slice(0, 10),
      saySize(state.bytes),
      ...[state.counts?.calls, state.counts?.changes, state.counts?.waiting].map(count => String(count ?? '?')),
      describePlace(state),
    ]),
  ]);

function describePlace({ workspace, exists, movedTo, usedBy, folder }: StateFolder): string {
  const whose = toPrintableLine(workspace ?? `unknown (${folder})`);
  if (movedTo !== undefined) return `${whose} (moved to ${toPrintableLine(movedTo)})`;
  if (!exists && workspace !== undefined) return `${whose} (gone)`;
  return usedBy.length > 0 ? `${whose} (in use by process ${usedBy.join(', ')})` : whose;
}

interface PruneOptions extends CommonOptions {
  readonly gone?: boolean;
  readonly days?: number;
  readonly size?: number;
}

const DAY = 86_400_000;

export async function pruneState(options: PruneOptions): Promise<void> {
  const terminal = terminalFor(options);
  const { gone, days, size } = options;
  if (!gone && days === undefined && size === undefined)
    throw new ConfigError(
      'What may go?',
      'Give --gone, --days N or --size SIZE; toolgate state list shows what there is.',
    );
  await refuseInsideJob('Removing state');
  const states = listStateFolders(stateFolders(process.env));
  const chosen = choose(states, options);
  const going = chosen.filter(isFree);
  const kept = chosen.filter(state => !isFree(state));
  for (const { workspace, folder, usedBy } of kept) {
    const waits = 'something there waits for an answer or is planned';
    const why = usedBy.length > 0 ? `in use by process ${usedBy.join(', ')}` : waits;
    terminal.note(`kept: ${toPrintableLine(workspace ?? folder)}, ${why}`);
  }
  const bytes = going.reduce((sum, state) => sum + state.bytes, 0);
  if (going.length > 0 && !options.yes) {
    terminal.note(`${describeStates(going)}\n`);
    if (!canAsk(options))
      throw new ToolError('APPROVAL_DENIED', 'Nobody is at a terminal to be asked; nothing was removed', {
        suggestion: 'Read the list; to remove these without a question, add --yes.',
      });
    const what = `${sayCount(going.length, 'workspace')} (${saySize(bytes)})`;
    await requirePerson('Removing state', {
      input: options.input,
      question: `Remove the state of ${what}: history, undo and saved answers of them?`,
    });
  }
  for (const { folder } of going) removeState(folder);
  const removed = going.map(({ folder, workspace }) => ({ folder, workspace }));
  if (options.json) terminal.json({ removed, bytes });
  else if (going.length === 0) terminal.note('There is nothing to remove.');
  else terminal.result(`Removed the state of ${sayCount(going.length, 'workspace')}, ${saySize(bytes)}.`);
}

/** Whether nobody works with a folder, and nothing in it waits for somebody who could still come. */
const isFree = ({ usedBy, counts, exists }: StateFolder): boolean =>
  usedBy.length === 0 && (!exists || (counts !== undefined && counts.waiting === 0));

function choose(states: readonly StateFolder[], { gone, days, size }: PruneOptions): readonly StateFolder[] {
  const now = Date.now();
  // State of a workspace that was moved may be wanted back, and state that names no workspace may be anybody's.
  const isGone = ({ exists, movedTo, workspace }: StateFolder) =>
    !exists && movedTo === undefined && workspace !== undefined;
  const isOld = ({ lastUse }: StateFolder) => days !== undefined && now - lastUse > days * DAY;
  const chosen = new Set(states.filter(state => (gone && isGone(state)) || isOld(state)));
  if (size !== undefined) {
    let total = states.filter(state => !chosen.has(state)).reduce((sum, { bytes }) => sum + bytes, 0);
    for (const state of states.toReversed()) {
      if (total <= size) break;
      if (chosen.has(state) || !isFree(state)) continue;
      chosen.add(state);
      total -= state.bytes;
    }
  }
  return states.filter(state => chosen.has(state));
}
