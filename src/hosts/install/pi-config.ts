import { join } from 'node:path';
import { ConfigError } from '../../config/config-error.ts';
import { quoteWord } from '../../shell/state/value.ts';
import type { HostConfig } from '../host.ts';
import { OWN_FOLDERS } from '../own-folders.ts';
import { HOOK_MARK, pluginFile } from './hook-lines.ts';

/** A small extension of pi that is ours alone and loads the real one; if that is gone or fails, pi does not start. */
export const piConfig: HostConfig = {
  // pi loads the extensions of a project only where a person trusts it, and goes on without them.
  file({ scope, env }) {
    return scope === 'user' ? join(OWN_FOLDERS.pi(env), 'extensions', 'toolgate.js') : undefined;
  },
  alsoRead: () => [],
  install(text, { plugin: { file = pluginFile('pi-extension'), start, seconds } }) {
    if (text !== undefined && !isOurs(text))
      throw new ConfigError('There is an extension of that name that is not of Toolgate', 'Move the file away.');
    return [
      `// Toolgate judges the calls of pi: toolgate hook status pi. Take it out with: toolgate hook uninstall pi`,
      `import { piExtension } from ${JSON.stringify(file)};`,
      '',
      `export default piExtension(${JSON.stringify({ start, seconds })}); ${MARK}`,
      '',
    ].join('\n');
  },
  uninstall: text => (isOurs(text) ? undefined : text),
  commandsIn: text => (isOurs(text) ? [[...text.matchAll(TEXTS)].map(([one]) => wordOf(one)).join(' ')] : []),
  concerns: () => [],
  afterwards: ['`pi --no-extensions` (-ne) loads no extension: nothing is gated then.'],
};

const MARK = `// ${HOOK_MARK}`;
const TEXTS = /"(?:[^"\\]|\\.)*"/g;

const isOurs = (text: string): boolean => text.trimEnd().endsWith(MARK);

const wordOf = (json: string): string => {
  try {
    return quoteWord(JSON.parse(json) as string);
  } catch {
    return '';
  }
};
