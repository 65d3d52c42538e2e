import { stateFolders } from '../../../store/state-folder.ts';
import { listStateFolders, type StateFolder } from '../../../store/state-folders.ts';
import { saySize } from '../../../text/say.ts';
import type { CommonOptions } from '../../options.ts';
import { terminalFor } from '../../session.ts';
import { table, toPrintableLine } from '../../terminal/terminal.ts';

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

export const describeStates = (states: readonly StateFolder[]): string =>
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
