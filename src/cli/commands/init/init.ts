import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigError } from '../../../config/config-error.ts';
import { CONFIG_NAMES, configIn, findWorkspace, parentsOf } from '../../../config/files/find-workspace.ts';
import type { PresetName } from '../../../policy/types.ts';
import { ToolError } from '../../../tool/error.ts';
import { interrupted } from '../../failure.ts';
import type { CommonOptions } from '../../options.ts';
import { terminalFor, workingFolder } from '../../session.ts';
import { canAsk, questionStream, toPrintableLine } from '../../terminal/terminal.ts';
import { loadPrompts } from '../../terminal/with-keys.ts';
import { EDITOR_NAMES, EDITORS, type EditorName, editorIn, type Snippet, writeSnippet } from './editors.ts';

const CHOICES: readonly { value: PresetName; label: string; hint: string }[] = [
  {
    value: 'standard',
    label: 'standard: read and write files here; no shell, no network',
    hint: 'every change can be taken back; overwriting and deleting ask',
  },
  { value: 'read-only', label: 'read-only: only read files here', hint: 'nothing is changed' },
  {
    value: 'privileged',
    label: 'privileged: also a shell and the network; dangerous calls ask',
    hint: 'commands run in a sandbox without network, and what they change here can be taken back',
  },
];

/** The schema by which editors know what a config may say, in a project that has Toolgate among its packages. */
function schemaFor(folder: string): string | undefined {
  const files = [...parentsOf(folder)].map(parent => join(parent, 'node_modules/toolgate/dist/config.schema.json'));
  const found = files.find(file => existsSync(file));
  return found && `./${relative(folder, found)}`.replace(/^\.\/\.\./, '..');
}

const NO_SHELL =
  'No shell and no network so far. For both, in a sandbox: write "privileged" there, or say --policy privileged.\n';
const LOOK = 'Next: toolgate policy show, toolgate doctor. What loosens in it holds once you run toolgate trust.';
const NEXT: Readonly<Record<PresetName, string>> = {
  standard: NO_SHELL + LOOK,
  'read-only': LOOK,
  privileged:
    'Next: toolgate trust, for a config of a project only tightens until you trust it; then toolgate doctor, which\n' +
    'tries the sandbox that commands run in.',
};

type InitOptions = CommonOptions & { readonly editor?: EditorName | 'none' };

/** Writes a pack, or a commented config into the working or the named folder; never over one that is there. */
export async function init(what: 'pack' | undefined, name: string | undefined, options: InitOptions): Promise<void> {
  if (what === 'pack') return (await import('./init-pack.ts')).initPack(name ?? 'mine', options);
  const terminal = terminalFor(options);
  const cwd = workingFolder(options);
  const { root: folder } = findWorkspace({ flag: options.workspace ?? cwd, env: {}, cwd });
  const there = configIn(folder);
  if (there && options.editor && options.editor !== 'none' && options.policy === undefined)
    return initEditor(options, folder, options.editor);
  if (there)
    throw new ToolError(
      'FILE_EXISTS',
      `${toPrintableLine(join(folder, there))} is there already; nothing was changed`,
      { suggestion: 'Edit it, or remove it first. For an editor alone: toolgate init --editor NAME.' },
    );
  const policy = await choosePolicy(options);
  const editor = await chooseEditor(options, folder);
  const file = join(folder, CONFIG_NAMES[0]);
  const elsewhere = 'Make the folder writable for this user, or name another with --workspace.';
  writing(toPrintableLine(file), elsewhere, () =>
    writeFileSync(file, configText(policy, schemaFor(folder)), { flag: 'wx' }),
  );
  const snippet = editor === 'none' ? undefined : snippetFor(folder, editor);
  const told = snippet && { name: editor, file: snippet.file, written: snippet.written };
  if (options.json) terminal.json({ file, policy, editor: told });
  else terminal.result(`Wrote ${toPrintableLine(file)}`);
  if (snippet) terminal.note(saySnippet(snippet, EDITORS[editor as EditorName].title));
  else terminal.note('For an editor or assistant: toolgate init --editor NAME, or see docs/mcp.md.');
  terminal.note(NEXT[policy]);
}

/** Writes what an editor needs: all that is missing where a config is there already. */
function initEditor(options: InitOptions, folder: string, editor: EditorName): void {
  const terminal = terminalFor(options);
  const snippet = snippetFor(folder, editor);
  const { file, written } = snippet;
  if (options.json) terminal.json({ editor: { name: editor, file, written } });
  else terminal.result(saySnippet(snippet, EDITORS[editor].title));
}

async function choosePolicy(options: CommonOptions): Promise<PresetName> {
  const named = CHOICES.find(choice => choice.value === options.policy);
  if (named) return named.value;
  if (options.policy !== undefined)
    throw new ConfigError(
      `init knows no policy ${JSON.stringify(options.policy)}`,
      `Use ${CHOICES.map(choice => choice.value).join(', ')}.`,
    );
  if (options.yes || !canAsk(options)) return 'standard';
  const prompts = await loadPrompts();
  const question = { message: 'What may agents do here?', options: [...CHOICES], output: questionStream() };
  const answer = await prompts.select(question);
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}

function snippetFor(folder: string, editor: EditorName): Snippet {
  const suggestion = 'The config was written; make the folder writable, or leave --editor out.';
  return writing(EDITORS[editor].file, suggestion, () => writeSnippet(folder, editor));
}

function writing<T>(file: string, suggestion: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const message = `${file} cannot be written: ${(error as Error).message}`;
    throw new ToolError('EXECUTION_ERROR', message, { suggestion });
  }
}

const saySnippet = ({ file, text, written }: Snippet, title: string): string =>
  written
    ? `Wrote ${toPrintableLine(file)}, with which ${title} starts toolgate mcp.`
    : `${toPrintableLine(file)} is there already; for ${title}, put this into it:\n${text}`;

/** The editor that was named, or that a person at a terminal chooses; unasked nothing is written for one. */
async function chooseEditor(options: InitOptions, folder: string): Promise<EditorName | 'none'> {
  if (options.editor !== undefined) return options.editor;
  if (options.yes || options.policy !== undefined || !canAsk(options)) return 'none';
  const prompts = await loadPrompts();
  const found = editorIn(folder);
  const answer = await prompts.select<EditorName | 'none'>({
    message: 'Which editor or assistant starts it?',
    options: [
      ...EDITOR_NAMES.map(value => ({ value, label: EDITORS[value].title, hint: EDITORS[value].file })),
      { value: 'none', label: 'none, or another one' },
    ],
    initialValue: found ?? 'none',
    output: questionStream(),
  });
  if (prompts.isCancel(answer)) throw interrupted();
  return answer;
}

const configText = (policy: PresetName, schema: string | undefined): string => `{
${schema ? `  "$schema": ${JSON.stringify(schema)},\n` : ''}  // What agents may do here: "read-only"; "standard", which writes files but has no shell and no network;
  // "privileged", which has both; or an object that extends one of them.
  "policy": {
    "extends": ${JSON.stringify(policy)},
    "rules": [
      // About what a call touches, whichever tool it is. A deny always wins; otherwise the last rule that matches.
      { "effect": "read", "match": "**/.env*", "verdict": "deny", "reason": "secrets" },
      // { "effect": "write", "match": "migrations/**", "verdict": "ask" },
    ],
  },

  // Which packs of tools are loaded; left out, all that the policy allows.
  // "packs": ["filesystem", "history", "todo", "discovery"],
}
`;
