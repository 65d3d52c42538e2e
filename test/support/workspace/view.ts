import type { SearchFile, SearchQuery } from '../../../src/tool/files.ts';
import { type StagedNode, Staging } from '../../../src/workspace/change/staging.ts';
import type { RootHandle } from '../../../src/workspace/disk/dir-handle.ts';
import { KnownFiles } from '../../../src/workspace/view/known-files.ts';
import { ViewLayers } from '../../../src/workspace/view/layers.ts';
import type { Sight } from '../../../src/workspace/view/look.ts';
import { createView, type ViewFiles } from '../../../src/workspace/view.ts';
import { openTestRoot, type TempFolder, tempFolder } from './temp-folder.ts';

/** For tests: a view of a new workspace `ws` with these files. */
interface TestView {
  readonly home: TempFolder;
  readonly files: ViewFiles;
  readonly staging: Staging;
  readonly known: KnownFiles;
  readonly nodes: Map<string, StagedNode | undefined>;
  /** Another view of the same session. */
  again(options?: Partial<Sight>): ViewFiles;
}

export function testView(content: Readonly<Record<string, string>> = {}, options: Partial<Sight> = {}): TestView {
  const home = tempFolder();
  home.folder('ws');
  for (const [name, text] of Object.entries(content)) home.put(`ws/${name}`, text);
  const root = openTestRoot(home.at('ws'));
  const staging = new Staging();
  const known = new KnownFiles();
  const nodes = new Map<string, StagedNode | undefined>();
  const layers = new ViewLayers(staging, { nodes, refresh: async () => {} });
  const again = (more: Partial<Sight> = {}) => viewOf(root, { staging, layers, known, ...options, ...more });
  return { home, files: again(), staging, known, nodes, again };
}

/** For tests: a view of what is on the disk, unless the options say otherwise. */
export function viewOf(
  root: RootHandle,
  { staging = new Staging(), ...options }: Partial<Sight> & { staging?: Staging } = {},
): ViewFiles {
  const sight: Sight = {
    root,
    layers: new ViewLayers(staging),
    visible: () => true,
    hidden: new Set<string>(),
    now: Date.now(),
    hides: options.visible !== undefined,
    ...options,
  };
  return createView(() => sight, staging);
}

export const readViewText = async (files: ViewFiles, path: string): Promise<string> =>
  Buffer.from((await files.read(path)).bytes).toString();

export const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

export async function found(
  files: ViewFiles,
  query: Partial<SearchQuery> & { pattern: string },
): Promise<SearchFile[]> {
  const all: SearchFile[] = [];
  for await (const file of files.search({ path: '.', ...query })) all.push(file);
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export const settledCodeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    error => error.code ?? String(error),
  );
