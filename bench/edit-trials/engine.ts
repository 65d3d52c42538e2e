import { join } from 'node:path';

export interface SentEdit {
  readonly old_text: string;
  readonly new_text: string;
}

/** What the tools do with texts and patches, in memory. */
export interface Engine {
  edit(
    content: Uint8Array,
    edits: readonly SentEdit[],
    path: string,
  ): { readonly written: Uint8Array } | { readonly refused: string };
  patch(
    patch: string,
    files: ReadonlyMap<string, string>,
  ): { readonly files: ReadonlyMap<string, string> } | { readonly refused: string };
}

/** The engine of a checkout: two of them can be compared. */
export async function loadEngine(checkout: string): Promise<Engine> {
  const load = (path: string) => import(join(checkout, 'src', path));
  const { applyEdits } = (await load(
    'packs/filesystem/place-text/apply-edits.ts',
  )) as typeof import('../../src/packs/filesystem/place-text/apply-edits.ts');
  const { applyHunks } = (await load(
    'packs/filesystem/place-text/apply-hunks.ts',
  )) as typeof import('../../src/packs/filesystem/place-text/apply-hunks.ts');
  const { parsePatch } = (await load(
    'packs/filesystem/patch/parse-patch.ts',
  )) as typeof import('../../src/packs/filesystem/patch/parse-patch.ts');
  const { ToolError } = (await load('tool/error.ts')) as typeof import('../../src/tool/error.ts');

  function settle<Done>(run: () => Done): Done | { readonly refused: string } {
    try {
      return run();
    } catch (error) {
      if (error instanceof ToolError) return { refused: error.message };
      throw error;
    }
  }

  function patchAll(patch: string, before: ReadonlyMap<string, string>) {
    const files = new Map(before);
    for (const file of parsePatch(patch)) {
      if (file.kind === 'delete') files.delete(file.path);
      else if (file.kind === 'add') files.set(file.path, file.content);
      else {
        const text = files.get(file.path);
        if (text === undefined) throw new ToolError('FILE_NOT_FOUND', `${file.path} is not there`);
        const { hunks, path } = file;
        const made =
          hunks.length === 0 ? text : Buffer.from(applyHunks(Buffer.from(text), hunks, { path }).bytes).toString();
        files.delete(path);
        files.set(file.moveTo ?? path, made);
      }
    }
    return { files };
  }

  return {
    edit: (content, edits, path) => settle(() => ({ written: applyEdits(content, edits, { path }).bytes })),
    patch: (patch, files) => settle(() => patchAll(patch, files)),
  };
}
