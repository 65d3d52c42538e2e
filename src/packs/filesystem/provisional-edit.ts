import { ToolError } from '../../tool/error.ts';

/** Exact and unique only, until the engine in `edit/` takes its place. */
export function applyEdits(
  content: Uint8Array,
  edits: readonly { old_text: string; new_text: string; replace_all?: boolean }[],
  { path }: { path: string },
) {
  let text = new TextDecoder().decode(content);
  const statuses = edits.map(({ old_text, new_text, replace_all }) => {
    const places = old_text === '' ? 0 : text.split(old_text).length - 1;
    if (places === 0) throw new ToolError('EDIT_NOT_FOUND', `The text was not found in ${path}`);
    if (places > 1 && !replace_all)
      throw new ToolError('EDIT_AMBIGUOUS', `The text stands in ${places} places of ${path}`);
    text = text.split(old_text).join(new_text);
    return { how: 'exact', places };
  });
  return { bytes: new TextEncoder().encode(text), statuses, excerpt: '', warnings: [] as string[] };
}
