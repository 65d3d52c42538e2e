import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import { liesInside, realPathOf } from '../../../config/keys/store-place.ts';
import type { Settings } from '../../../config/load-settings.ts';
import { backUpState, restoreState } from '../../../store/copy-state.ts';
import { isPostgresUrl } from '../../../store/postgres/place.ts';
import { stateFolder, stateFolders } from '../../../store/state-folder.ts';
import { DATABASE } from '../../../store/state-folders.ts';
import type { CommonOptions } from '../../options.ts';
import { settingsFor, terminalFor, workingFolder } from '../../session.ts';
import { refuseInsideJob, requirePerson } from '../../terminal/require-person.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';

export async function backUpByCommand(given: string | undefined, options: CommonOptions): Promise<void> {
  const terminal = terminalFor(options);
  await refuseInsideJob('Copying the state');
  const settings = await settingsFor(options, terminal);
  const database = databaseOf(settings);
  if (!existsSync(database)) throw new ConfigError('This workspace has no state yet', 'It begins with the first call.');
  const folder = given === undefined ? usualPlace(settings, 'backup') : resolve(workingFolder(options), given);
  if (liesInside(realPathOf(folder), settings.workspace.root))
    throw new ConfigError(
      `${folder} lies inside the workspace, where a tool could read it`,
      'Name a folder elsewhere, or none.',
    );
  backUpState(database, folder);
  if (options.json) return terminal.json({ backup: folder });
  terminal.result(folder);
  terminal.note(`Put it back with: toolgate state restore ${toPrintableLine(folder)}`);
}

export async function restoreByCommand(given: string, options: CommonOptions): Promise<void> {
  const terminal = terminalFor(options);
  const settings = await settingsFor(options, terminal);
  if (settings.store !== undefined)
    throw new ConfigError(
      'The state of this workspace is not in its state folder, since "store" says otherwise',
      'Open the backup instead: --store FOLDER/toolgate.db',
    );
  const backup = resolve(workingFolder(options), given);
  // A backup brings saved answers and rules along.
  await requirePerson('Restoring state', {
    input: options.input,
    question: `Replace history, undo and saved answers of ${settings.workspace.root} with those of ${toPrintableLine(backup)}? What is there now is put aside.`,
  });
  const folder = stateFolder(settings.workspace.root, process.env);
  const aside = await restoreState(backup, folder, usualPlace(settings, 'before-restore'));
  if (options.json) return terminal.json({ restored: backup, aside });
  terminal.result('The state is restored.');
  if (aside) terminal.note(`What was there before lies in ${toPrintableLine(aside)}`);
}

function databaseOf({ store, workspace }: Settings): string {
  if (store === undefined) return join(stateFolder(workspace.root, process.env), DATABASE);
  if (store === 'memory') throw new ConfigError('A store in memory has no backup');
  if (isPostgresUrl(store)) throw new ConfigError('The state is in PostgreSQL', 'Back it up there, with pg_dump.');
  return store;
}

/** The usual place of a backup: beside the state folders, which no tool reaches. */
function usualPlace({ workspace }: Settings, what: string): string {
  const time = new Date()
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .replace('T', '-');
  const name = basename(workspace.root).replace(/[^A-Za-z0-9._-]/g, '_') || 'root';
  return join(stateFolders(process.env), 'backups', `${name}-${time}-${what}`);
}
