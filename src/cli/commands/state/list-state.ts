import { stateFolders } from '../../../store/state-folder.ts';
import { listStateFolders, type StateFolder } from '../../../store/state-folders.ts';
import { saySize } from '../../../text/say.ts';
import { EXIT } from '../../exit-codes.ts';
import type { CommonOptions } from '../../options.ts';
import { terminalFor } from '../../session.ts';
import { table, toPrintableLine } from '../../terminal/terminal.ts';

export async function printState(options: CommonOptions): Promise<number> {
  const terminal = terminalFor(options);
  const place = stateFolders(process.env);
  const states = listStateFolders(place);
  if (options.json) terminal.result(JSON.stringify({ place, states }));
  else if (states.length === 0) terminal.note(`No state is kept in ${toPrintableLine(place)} yet.`);
  else {
    terminal.result(describeStates(states));
    const total = states.reduce((sum, { bytes }) => sum + bytes, 0);
    const gone = states.filter(({ exists, movedTo }) => !exists && movedTo === undefined).length;
    terminal.note(`\n${saySize(total)} in ${toPrintableLine(place)}`);
    if (gone > 0) terminal.note('What belongs to workspaces that are gone can go too: toolgate state prune --gone');
    for (const { folder, movedTo } of states)
      if (movedTo !== undefined)
        terminal.note(
          `To bring the history of a moved workspace along: toolgate state restore ${toPrintableLine(folder)} --workspace ${toPrintableLine(movedTo)}`,
        );
  }
  return EXIT.done;
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
