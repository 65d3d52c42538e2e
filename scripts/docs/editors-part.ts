import { EDITORS } from '../../src/cli/commands/init/editors.ts';
import { code, page } from './markdown.ts';

/** What `toolgate init --editor` writes for each editor, to be written by hand just as well. */
export function editorsPart(): string {
  const parts = Object.values(EDITORS).flatMap(({ title, file, config }) => [
    `${title}, in ${code(file)}:`,
    `\`\`\`json\n${JSON.stringify(config('/path/to/project'))}\n\`\`\``,
  ]);
  return page(...parts).trimEnd();
}
