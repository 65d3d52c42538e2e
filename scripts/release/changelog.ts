const UNRELEASED = '## Unreleased\n';

/** The changelog with what was not released under the version and its day; refuses where there is nothing to tell. */
export function toReleased(text: string, version: string, day: string): string {
  const at = text.indexOf(UNRELEASED);
  if (at < 0) throw new Error(`CHANGELOG.md has no line "${UNRELEASED.trim()}"`);
  const released = `${text.slice(0, at)}${UNRELEASED}\n## ${version} - ${day}\n${text.slice(at + UNRELEASED.length)}`;
  notesOf(released, version);
  return released;
}

/** What the changelog tells of a version; refuses where it tells nothing. */
export function notesOf(text: string, version: string): string {
  const parts = text.split(/^## /m).slice(1);
  const part = parts.find(each => each.startsWith(`${version} - `));
  const notes = part?.slice(part.indexOf('\n')).trim() ?? '';
  if (notes === '') throw new Error(`CHANGELOG.md tells nothing of ${version}`);
  return notes;
}
