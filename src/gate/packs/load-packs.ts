import type { CodeServices } from '../../packs/code/services.ts';
import type { DiscoveryServices } from '../../packs/discovery/find-tools.ts';
import type { FilesystemServices } from '../../packs/filesystem/services.ts';
import type { GitServices } from '../../packs/git/run-git.ts';
import type { ProjectServices } from '../../packs/project/services.ts';
import type { ScreenshotServices } from '../../packs/screenshot/services.ts';
import type { ShellServices } from '../../packs/shell/services.ts';
import type { Spawner } from '../../packs/spawn/port.ts';
import type { TasklistServices } from '../../packs/tasklist/services.ts';
import type { TodoServices } from '../../packs/todo/todo.ts';
import type { VisionServices } from '../../packs/vision-analysis/services.ts';
import type { WebServices } from '../../packs/web/services.ts';
import type { Info } from '../../tool/define.ts';

export interface PackServices
  extends FilesystemServices,
    DiscoveryServices,
    Partial<TodoServices>,
    Partial<TasklistServices> {
  readonly shell?: ShellServices;
  /** Services for code that calls tools; without them the code runs, and has no tools. */
  readonly code?: Pick<CodeServices, 'openScript' | 'sayTools'> & { readonly offersCode: boolean };
  readonly spawner?: Spawner;
  readonly web?: WebServices;
  readonly screenshot?: ScreenshotServices;
  readonly vision?: VisionServices;
  readonly git?: GitServices;
  readonly project?: ProjectServices;
}

type LoadPack = () => Promise<readonly Info[]>;

/** Loaders of the code of each pack, by its name; undefined where a part that the pack needs was not given. */
export const PACK_LOADERS: Readonly<Record<string, (services: PackServices) => LoadPack | undefined>> = {
  filesystem: services => async () => (await import('../../packs/filesystem/pack.ts')).filesystemPack(services),
  history: () => async () => (await import('../../packs/history/pack.ts')).historyPack(),
  todo:
    ({ todos }) =>
    async () =>
      (await import('../../packs/todo/pack.ts')).todoPack(todos && { todos }),
  discovery: services => async () => (await import('../../packs/discovery/pack.ts')).discoveryPack(services),
  tasklist: ({ tasks }) =>
    tasks && (async () => (await import('../../packs/tasklist/pack.ts')).tasklistPack({ tasks })),
  shell: ({ shell }) => shell && (async () => (await import('../../packs/shell/pack.ts')).shellPack(shell)),
  code: ({ shell, code }) =>
    shell && (async () => (await import('../../packs/code/pack.ts')).codePack({ ...shell, ...code })),
  web: ({ web }) => web && (async () => (await import('../../packs/web/pack.ts')).webPack(web)),
  git: ({ git }) => git && (async () => (await import('../../packs/git/pack.ts')).gitPack(git)),
  project: ({ project }) => project && (async () => (await import('../../packs/project/pack.ts')).projectPack(project)),
  screenshot: ({ screenshot }) =>
    screenshot && (async () => (await import('../../packs/screenshot/pack.ts')).screenshotPack(screenshot)),
  'vision-analysis': ({ vision }) =>
    vision && (async () => (await import('../../packs/vision-analysis/pack.ts')).visionAnalysisPack(vision)),
  spawn: ({ spawner }) => spawner && (async () => (await import('../../packs/spawn/pack.ts')).spawnPack(spawner)),
};

/** Loaders of tools that need nothing of their pack. Most calls of agents are reads; these come without the rest. */
const TOOL_LOADERS: Readonly<Record<string, (services: PackServices) => Promise<Info>>> = {
  read_file: async services => (await import('../../packs/filesystem/read/read-file.ts')).readFile(services),
};

/** Tools whose definitions come with the first call of one of them. */
export function lazyTools(names: readonly string[], load: LoadPack, services: PackServices): readonly Info[] {
  let loading: Promise<readonly Info[]> | undefined;
  const fromPack = async (id: string): Promise<Info> => {
    // A load that failed is tried again by the next call.
    loading ??= load().catch(error => {
      loading = undefined;
      throw error;
    });
    return (await loading).find(tool => tool.id === id)!;
  };
  return names.map(id => ({
    id,
    async definition(init) {
      const { definition } = await (TOOL_LOADERS[id]?.(services) ?? fromPack(id));
      return typeof definition === 'function' ? definition(init) : definition;
    },
  }));
}
