import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readsTree } from '../tool/effect.ts';
import { deedBy, namesIn, toolUses } from './deeds.ts';
import type { Host, HostDeed, HostPlace } from './host.ts';
import { opencodeConfig } from './install/opencode-config.ts';
import { OWN_FOLDERS } from './own-folders.ts';
import { readPluginEvent, renderPluginAnswer } from './plugin-events.ts';
import { pathOrNone, textOrNone } from './raw-input.ts';
import { opencodeTrial } from './trial/opencode-trial.ts';

const { shell, writes, reads, finds, fetches, patches } = toolUses({ folder: OWN_FOLDERS.opencode });

const TOOLS = {
  nothing: namesIn('invalid question task todowrite todoread skill plan_enter plan_exit'),
  tools: {
    bash: shell('command', 'description', 'workdir'),
    write: writes('filePath'),
    edit: writes('filePath'),
    apply_patch: patches('patchText'),
    read: reads('filePath'),
    glob: finds('pattern', 'path'),
    grep: searches,
    webfetch: fetches('url'),
  },
};

export const opencode: Host = {
  name: 'opencode',
  title: 'opencode',
  readEvent: readPluginEvent,
  deedOf: (tool, input, place) => deedBy(TOOLS, tool, input, place),
  shell: 'fresh',
  withCommand: (input, command) => ({ ...input, command }),
  renderAnswer: renderPluginAnswer,
  config: opencodeConfig,
  trial: opencodeTrial,
};

/** A search: given a file, the host searches all of the folder that the file lies in. */
function searches(input: Readonly<Record<string, unknown>>, { cwd }: HostPlace): HostDeed | undefined {
  const path = textOrNone(input, 'path') === undefined ? '.' : pathOrNone(input, 'path');
  if (path === undefined) return undefined;
  const at = resolve(cwd, path);
  const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return { kind: 'look', effects: [readsTree(isFolder ? path : dirname(at))] };
}
