import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config-error.ts';
import { type Env, userConfigFolder } from '../folders.ts';
import { readConfigText } from './read-config.ts';

/** A file that describes an agent; its content is read elsewhere. */
export type AgentFile = { readonly name: string; readonly file: string; readonly text: string };

const MOST_FILES = 100;
const PROMPT = { bytes: 64 * 1024, size: '64 KiB', advice: 'A prompt is short; put the rest into files to be read.' };
const FILE_NAME = /^([a-z][a-z0-9-]{0,31})\.md$/;

/** Agents of the workspace. A link on the way is refused: calls may change its target unasked. */
export function projectAgentFiles(root: string): readonly AgentFile[] {
  const outer = join(root, '.toolgate');
  return isFolder(outer, false) ? readAgents(join(outer, 'agents'), false) : [];
}

/** Agents of the user; links are theirs to make. */
export const userAgentFiles = (env: Env): readonly AgentFile[] =>
  readAgents(join(userConfigFolder(env), 'agents'), true);

/** A hash that changes when any of the files does; undefined where there are none. */
export function hashAgentFiles(files: readonly AgentFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(JSON.stringify([name, text]));
  return hash.digest('hex');
}

function readAgents(folder: string, links: boolean): readonly AgentFile[] {
  if (!isFolder(folder, links)) return [];
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.md') && !name.startsWith('.') && name !== 'README.md')
    .sort();
  if (names.length > MOST_FILES)
    throw new ConfigError(`${folder} has more than ${MOST_FILES} agents`, 'Keep those that are used.');
  return names.map(fileName => {
    const file = join(folder, fileName);
    const [, name] = FILE_NAME.exec(fileName) ?? [];
    if (name === undefined)
      throw new ConfigError(
        `${file}: no agent can be called that`,
        'Name the file with lower-case letters, digits and -, at most 32, such as test-writer.md.',
      );
    const text = readConfigText(file, { ...PROMPT, links });
    if (text !== undefined) return { name, file, text };
    throw new ConfigError(`${file} cannot be read: it leads nowhere`, 'Make it readable for this user, or remove it.');
  });
}

function isFolder(path: string, links: boolean): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return false;
  if (found.isSymbolicLink()) {
    if (links) return statSync(path).isDirectory();
    throw new ConfigError(`${path} is a link`, 'Put the folder itself there; what a link leads to is not guarded.');
  }
  return found.isDirectory();
}
