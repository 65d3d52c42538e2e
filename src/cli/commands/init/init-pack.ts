import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import { CONFIG_NAMES, configIn, findWorkspace } from '../../../config/files/find-workspace.ts';
import { ownPacksProblem } from '../../../config/keys/own-code.ts';
import { ToolError } from '../../../tool/error.ts';
import type { CommonOptions } from '../../options.ts';
import { packNames } from '../../pack-names.ts';
import { terminalFor, workingFolder } from '../../session.ts';
import { toPrintableLine } from '../../terminal/terminal.ts';

export function initPack(name: string, options: CommonOptions): void {
  const terminal = terminalFor(options);
  const cwd = workingFolder(options);
  const { root } = findWorkspace({ flag: options.workspace, env: process.env, cwd });
  const place = `.toolgate/packs/${name}`;
  const problem = ownPacksProblem({ [name]: place });
  if (problem)
    throw new ConfigError(`A pack cannot be called ${JSON.stringify(name)}`, 'Lower-case letters, digits and -.');
  if (packNames().includes(name)) throw new ConfigError(`${name} is a built-in pack`, 'Choose another name.');
  const folder = join(root, place);
  const files = { 'manifest.json': manifestText(name), 'pack.ts': packText(name) };
  const line = `"ownPacks": { ${JSON.stringify(name)}: ${JSON.stringify(`./${place}`)} }`;
  const there = configIn(root);
  try {
    mkdirSync(join(folder, '..'), { recursive: true });
    mkdirSync(folder);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' });
    if (!there) writeFileSync(join(root, CONFIG_NAMES[0]), `{\n  ${line},\n}\n`, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      code === 'EEXIST' ? 'FILE_EXISTS' : 'EXECUTION_ERROR',
      `${toPrintableLine(folder)} cannot be written: ${message}`,
      { suggestion: 'Choose another name, or a folder that this user may write.' },
    );
  }
  const written = Object.keys(files).map(file => join(folder, file));
  if (options.json) terminal.json({ pack: name, files: written });
  else terminal.result(written.map(file => `Wrote ${toPrintableLine(file)}`).join('\n'));
  terminal.note(there ? `Name it in ${there}: ${line}` : `Wrote ${CONFIG_NAMES[0]}, which names it.`);
  terminal.note(
    `Next: toolgate trust, again after each change; then toolgate exec ${toolName(name)} --args '{"name":"you"}'`,
  );
}

const toolName = (pack: string): string => `${pack.replaceAll('-', '_')}_hello`;

const manifestText = (name: string): string =>
  `${JSON.stringify(
    { schemaVersion: 1, name, description: 'Says hello', tools: [toolName(name)], riskProfile: 'read-only', tags: [] },
    undefined,
    2,
  )}\n`;

// In two parts: this module has no such export itself.
const LAST_LINE = ['export', 'default [hello];'].join(' ');

const packText = (name: string): string => `import { Tool } from 'toolgate';

const hello = Tool.define('${toolName(name)}', {
  description: 'Say hello to somebody.',
  parameters: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Who is greeted' } },
    required: ['name'],
    additionalProperties: false,
  },
  // What a call touches: reads('a path'), writes('a path'), connects('a host'), … of 'toolgate'. This one: nothing.
  effects: () => [],
  execute: ({ name }) => ({ output: \`Hello, \${name}!\` }),
});

/** Just the tools that manifest.json lists. None gets more than its riskProfile says. */
${LAST_LINE}
`;
