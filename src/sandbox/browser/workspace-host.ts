import type { PageSource } from './port.ts';

/** The host under which files of the workspace are shown; it exists nowhere. */
export const WORKSPACE_HOST = 'workspace.invalid';

export const addressOfPage = (source: PageSource): string =>
  source.kind === 'host'
    ? source.url
    : `http://${WORKSPACE_HOST}/${source.path.split('/').map(encodeURIComponent).join('/')}${source.rest}`;
