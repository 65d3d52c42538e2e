import { readFileSync } from 'node:fs';
import { capabilitiesPage } from './capabilities-page.ts';
import { commandsPart } from './commands-part.ts';
import { configPage } from './config-page.ts';
import { editorsPart } from './editors-part.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { libraryPage } from './library-page.ts';
import { packsPart } from './packs-part.ts';
import { openSampleWorld } from './sample-world.ts';
import { toolsPage } from './tools-page.ts';

export const DOCS = new URL('../../docs/', import.meta.url);

/** What each generated page should hold, by its path below `docs/`. */
export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  const world = await openSampleWorld();
  try {
    return new Map([
      ['capabilities.md', capabilitiesPage()],
      ['reference/tools.md', await toolsPage(world)],
      ['reference/errors.md', errorsPage()],
      ['reference/config.md', configPage()],
      ['reference/events.md', eventsPage()],
      ['reference/library.md', libraryPage()],
      ['command-line.md', withPart('command-line.md', commandsPart())],
      ['mcp.md', withPart('mcp.md', editorsPart())],
      ['packs.md', withPart('packs.md', packsPart(world))],
    ]);
  } finally {
    await world.close();
  }
}

const BEGIN = '<!-- From here on made by scripts/build/build-docs.ts. -->';
const END = '<!-- Up to here. -->';

/** A page that people write, with one part that is made. */
function withPart(path: string, part: string): string {
  const text = readFileSync(new URL(path, DOCS), 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/${path} needs the lines\n${BEGIN}\n${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${part}\n\n${text.slice(end)}`;
}
