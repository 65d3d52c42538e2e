import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Editor {
  readonly title: string;
  readonly file: string;
  /** Other files by which a project shows that the assistant is used there. */
  readonly signs: readonly string[];
  readonly config: (root: string) => object;
}

/** The command that finds the project's own Toolgate, else a global one, and never fetches a package of that name. */
const COMMAND = 'npx';
const MCP = ['--no', 'toolgate', 'mcp'];
// biome-ignore lint/suspicious/noTemplateCurlyInString: the editor puts the folder there
const ARGS = [...MCP, '--workspace', '${workspaceFolder}'];

export const EDITORS = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    signs: ['.claude', 'CLAUDE.md'],
    config: () => ({ mcpServers: { toolgate: { command: COMMAND, args: MCP } } }),
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/mcp.json',
    signs: ['.cursor'],
    config: () => ({ mcpServers: { toolgate: { command: COMMAND, args: ARGS } } }),
  },
  vscode: {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    signs: ['.vscode'],
    config: () => ({ servers: { toolgate: { type: 'stdio', command: COMMAND, args: ARGS } } }),
  },
  zed: {
    title: 'Zed',
    file: '.zed/settings.json',
    signs: ['.zed'],
    config: root => ({ context_servers: { toolgate: { command: COMMAND, args: [...MCP, '--workspace', root] } } }),
  },
  opencode: {
    title: 'opencode',
    file: 'opencode.json',
    signs: [],
    config: () => ({ mcp: { servers: { toolgate: { type: 'local', command: [COMMAND, ...MCP] } } } }),
  },
} as const satisfies Readonly<Record<string, Editor>>;

export type EditorName = keyof typeof EDITORS;
export const EDITOR_NAMES = Object.keys(EDITORS) as EditorName[];

export const editorIn = (folder: string): EditorName | undefined =>
  EDITOR_NAMES.find(name => {
    const { file, signs } = EDITORS[name];
    return [file, ...signs].some(sign => existsSync(join(folder, sign)));
  });

export interface Snippet {
  readonly file: string;
  readonly text: string;
  /** Whether the file was written; one that is there already is its owner's, and the snippet is only shown. */
  readonly written: boolean;
}

/** Writes what the editor needs to find Toolgate, never over a file that is there. */
export function writeSnippet(folder: string, name: EditorName): Snippet {
  const { file: place, config } = EDITORS[name];
  const file = join(folder, place);
  const text = `${JSON.stringify(config(folder), null, 2)}\n`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    return { file, text, written: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { file, text, written: false };
    throw error;
  }
}
