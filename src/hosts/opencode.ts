import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readsTree } from '../tool/effect.ts';
import { deedsOf } from './deeds.ts';
import type { Host, HostDeed, HostInput, HostPlace } from './host.ts';
import { opencodeConfig } from './install/opencode-config.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { pathOrNone, textOrNone } from './raw-input.ts';
import { readPluginEvent, renderPluginAnswer } from './read-event.ts';
import { opencodeTrial } from './trial/trials.ts';

const nothing = 'invalid question task todowrite todoread skill plan_enter plan_exit';

export const opencode: Host = {
  name: 'opencode',
  title: 'opencode',
  readEvent: readPluginEvent,
  deedOf: deedsOf({ folder: OWN_FOLDERS.opencode, nothing }, ({ shell, writes, reads, finds, fetches, patches }) => ({
    bash: shell('command', 'description', 'workdir'),
    write: writes('filePath'),
    edit: writes('filePath'),
    apply_patch: patches('patchText'),
    read: reads('filePath'),
    glob: finds('pattern', 'path'),
    grep: searches,
    webfetch: fetches('url'),
  })),
  shell: 'fresh',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer: renderPluginAnswer,
  config: opencodeConfig,
  trial: opencodeTrial,
};

/** A search: given a file, the host searches all of the folder that the file lies in. */
function searches(input: HostInput, { cwd }: HostPlace): HostDeed | undefined {
  const path = textOrNone(input, 'path') === undefined ? '.' : pathOrNone(input, 'path');
  if (path === undefined) return undefined;
  const at = resolve(cwd, path);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return { kind: 'look', effects: [readsTree(isFolder ? path : dirname(at))] };
}
