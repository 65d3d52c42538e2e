import type { PageSource, ServedFile } from './port.ts';

/** The host under which files of the workspace are shown; it exists nowhere. */
export const WORKSPACE_HOST = 'workspace.invalid';

export const addressOfPage = (source: PageSource): string =>
  source.kind === 'host'
    ? source.url
    : `http://${WORKSPACE_HOST}/${source.path.split('/').map(encodeURIComponent).join('/')}${source.rest}`;

/** The most bytes that one page may load of the workspace: they go through our memory. */
const MOST_SERVED = 256 * 1024 * 1024;

/**
 * Serves the workspace to one page: one file after the other, and not without end. `onRead` is called before the page
 * gets a file: the file may be private, and then hosts that were open to the page may be so no longer.
 */
export function serveWorkspace(source: PageSource, onRead: () => void) {
  let total = 0;
  let before: Promise<unknown> = Promise.resolve();
  const read = async (path: string) => {
    const file = source.kind === 'file' && total < MOST_SERVED ? await source.serve(path) : undefined;
    total += file?.bytes.length ?? 0;
    onRead();
    return file;
  };
  return (path: string): Promise<ServedFile | undefined> => {
    const next = before.then(() => read(path));
    before = next.catch(() => undefined);
    return next;
  };
}
