/** How the command is typed here: in a checkout, and where npx has fetched it, there is no `toolgate` on the path. */
export const toolgateCommand = (event = process.env.npm_lifecycle_event): string =>
  IN_SOURCE ? 'npm run -s toolgate --' : event === 'npx' ? 'npx toolgate' : 'toolgate';

const IN_SOURCE = import.meta.url.endsWith('.ts');
