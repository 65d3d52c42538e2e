import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../schema/json.ts';
import { quoteWord } from '../../shell/state/value.ts';
import type { HostConfig } from '../host.ts';
import { OWN_FOLDERS } from '../own-folders.ts';
import { HOOK_MARK, type HookLines, pluginFile } from './hook-lines.ts';
import { editJsonConfig, readJsonConfig, unreadableConfig } from './json-config.ts';

/**
 * A pattern that matches every tool, and that nobody else would write. opencode goes on without a plugin that it cannot
 * load; with this rule it then has no tools. The plugin takes the rule out when it is loaded.
 */
const EVERY_TOOL = '**';

const SCHEMA = 'https://opencode.ai/config.json';

/** The plugin of ours in a config of opencode, and the rule that holds while it is not loaded. */
export const opencodeConfig: HostConfig = {
  file({ scope, root, env }) {
    const folder = scope === 'user' ? OWN_FOLDERS.opencode(env) : root;
    const [plain, commented] = [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')];
    return existsSync(commented) && (saysSomething(commented) || !existsSync(plain)) ? commented : plain;
  },
  alsoRead: ({ root }) =>
    [root, join(root, '.opencode')].flatMap(folder =>
      ['opencode.json', 'opencode.jsonc'].map(name => join(folder, name)),
    ),
  install(text, lines) {
    if (text !== undefined && isInstalled(text, lines)) return text;
    const there = text === undefined || text.trim() === '' ? '{}\n' : without(text);
    const { permission, $schema } = readJsonConfig(there);
    // opencode would write the schema itself, and the file would not be as we left it.
    const own = $schema === undefined ? editJsonConfig(there, ['$schema'], SCHEMA) : there;
    const rules = isRecord(permission)
      ? editJsonConfig(own, ['permission', EVERY_TOOL], 'deny')
      : editJsonConfig(own, ['permission'], { ...(permission ? { '*': permission } : {}), [EVERY_TOOL]: 'deny' });
    return editJsonConfig(rules, ['plugin', pluginsIn(rules).length], entryOf(lines));
  },
  uninstall(text) {
    const out = without(text);
    return /^\s*(?:\{\s*\})?\s*$/.test(out) ? undefined : out;
  },
  commandsIn: text =>
    text.trim() === ''
      ? []
      : pluginsIn(text).flatMap(plugin => {
          const own = ownEntry(plugin);
          return own ? [[fileURLToPath(own.file), ...own.start].map(quoteWord).join(' ')] : [];
        }),
  concerns: text => (text.trim() === '' ? [] : [...commandRules(text), ...laterRules(text), ...ruleGone(text)]),
  afterwards: [
    'Without the plugin opencode has no tools. What the rules of a project or an agent allow, it has even then, ungated.',
  ],
};

/** Whether anything is in a config: a wrap makes configs that are missing, empty. */
const saysSomething = (file: string): boolean => !/^\s*(?:\{\s*\})?\s*$/.test(readFileSync(file, 'utf8'));

/** The plugin's entry, with the options that it is given; by the first of them the entry is found again. */
const entryOf = ({ plugin: { file, start, seconds } }: HookLines) => [
  pathToFileURL(file ?? pluginFile('opencode-plugin')).href,
  { by: HOOK_MARK, start, seconds },
];

function isInstalled(text: string, lines: HookLines): boolean {
  if (text.trim() === '') return false;
  return isDeepStrictEqual(ownPlugins(text), [entryOf(lines)]) && isLastRule(text);
}

const ownPlugins = (text: string): readonly unknown[] =>
  pluginsIn(text).filter(plugin => ownEntry(plugin) !== undefined);

/** Whether our rule is the last one: of rules that match, the last counts. */
function isLastRule(text: string): boolean {
  const { permission } = readJsonConfig(text);
  const last = isRecord(permission) ? Object.entries(permission).at(-1) : undefined;
  return isDeepStrictEqual(last, [EVERY_TOOL, 'deny']);
}

function ruleGone(text: string): string[] {
  if (ownPlugins(text).length === 0 || isLastRule(text)) return [];
  const gone = `"${EVERY_TOOL}": "deny" is not the last rule of permission any more`;
  return [`${gone}: where the plugin cannot be loaded, calls run ungated. Run: toolgate hook install opencode`];
}

function ownEntry(plugin: unknown): { readonly file: string; readonly start: readonly string[] } | undefined {
  if (!Array.isArray(plugin) || typeof plugin[0] !== 'string' || !isRecord(plugin[1])) return undefined;
  const { by, start } = plugin[1];
  if (by !== HOOK_MARK || !plugin[0].startsWith('file:///')) return undefined;
  return { file: plugin[0], start: Array.isArray(start) ? start.map(String) : [] };
}

function pluginsIn(text: string): readonly unknown[] {
  const { plugin = [] } = readJsonConfig(text);
  if (!Array.isArray(plugin)) throw unreadableConfig('"plugin" is no list');
  return plugin;
}

/** Takes our entries out, and what is empty then. */
function without(text: string): string {
  let out = text;
  for (;;) {
    const plugins = pluginsIn(out);
    const index = plugins.findIndex(plugin => ownEntry(plugin) !== undefined);
    if (index < 0) break;
    out = editJsonConfig(out, plugins.length > 1 ? ['plugin', index] : ['plugin'], undefined);
  }
  const { permission } = readJsonConfig(out);
  if (!isRecord(permission) || permission[EVERY_TOOL] !== 'deny') return out;
  const last = Object.keys(permission).length === 1;
  return editJsonConfig(out, last ? ['permission'] : ['permission', EVERY_TOOL], undefined);
}

/** Rules that look at the text of commands see the rewritten form only. */
function commandRules(text: string): string[] {
  const { permission } = readJsonConfig(text);
  return isRecord(permission) && isRecord(permission.bash)
    ? ["permission.bash: its rules no longer see the commands. Say the same in Toolgate's policy."]
    : [];
}

/** The agents whose rules allow something: these come after the rule that denies every tool. */
function laterRules(text: string): string[] {
  const { agent } = readJsonConfig(text);
  const named = Object.entries(isRecord(agent) ? agent : {}).filter(([, one]) => isRecord(one) && 'permission' in one);
  const ungated = 'what it allows runs ungated where the plugin cannot be loaded.';
  return named.map(([name]) => `agent.${name}.permission: ${ungated}`);
}
