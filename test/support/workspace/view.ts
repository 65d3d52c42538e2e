import type { SearchFile, SearchQuery } from '../../../src/tool/files.ts';
import { type StagedNode, Staging } from '../../../src/workspace/change/staging.ts';
import type { PlanLayer } from '../../../src/workspace/plan/plan-layer.ts';
import { KnownFiles } from '../../../src/workspace/view/known-files.ts';
import { createView, type ViewFiles, type ViewOptions } from '../../../src/workspace/view.ts';
import { openTestRoot, type TempFolder, tempFolder } from './temp-folder.ts';

/** For tests: a view of a new workspace `ws` with these files. */
interface TestView {
  readonly home: TempFolder;
  readonly files: ViewFiles;
  readonly staging: Staging;
  readonly known: KnownFiles;
  readonly nodes: Map<string, StagedNode | undefined>;
  /** Another view of the same session. */
  again(options?: Partial<ViewOptions>): ViewFiles;
}

export function testView(content: Readonly<Record<string, string>> = {}, options: Partial<ViewOptions> = {}): TestView {
  const home = tempFolder();
  home.folder('ws');
  for (const [name, text] of Object.entries(content)) home.put(`ws/${name}`, text);
  const root = openTestRoot(home.at('ws'));
  const staging = new Staging();
  const known = new KnownFiles();
  const nodes = new Map<string, StagedNode | undefined>();
  const plan: PlanLayer = { nodes, refresh: async () => {} };
  const again = (more: Partial<ViewOptions> = {}) => createView({ root, staging, known, plan, ...options, ...more });
  return { home, files: again(), staging, known, nodes, again };
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
