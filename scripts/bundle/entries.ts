/** What `package.json` points to. */
export const LIBRARY = {
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  agents: 'src/agents/index.ts',
  workers: 'src/workers/index.ts',
  network: 'src/network/index.ts',
  ai: 'src/adapters/ai/index.ts',
  langchain: 'src/adapters/langchain/index.ts',
  openai: 'src/adapters/openai/index.ts',
  anthropic: 'src/adapters/anthropic/index.ts',
  google: 'src/adapters/google/index.ts',
  claude: 'src/adapters/claude/index.ts',
  'openai-agents': 'src/adapters/openai-agents/index.ts',
  deepagents: 'src/adapters/deepagents/index.ts',
  mastra: 'src/adapters/mastra/index.ts',
  mcp: 'src/adapters/mcp/index.ts',
  'classic-packs': 'src/classic/packs/index.ts',
  'classic-define': 'src/classic/define/index.ts',
  'classic-spec': 'src/classic/spec/index.ts',
  'classic-executor': 'src/classic/executor/index.ts',
  'classic-events': 'src/classic/events/index.ts',
};

/** The command line: what is started, the program that it loads, and what draws at a terminal. */
export const COMMAND_LINE = { cli: 'src/cli/main-built.ts', program: 'src/cli/compiled/command-line.ts' };
export const FACE = 'src/cli/face/drawing.ts';

/** The code of the threads that parse. */
export const THREADS = {
  'syntax-worker': 'src/syntax/worker.ts',
  'format-worker': 'src/packs/project/formatters/worker.ts',
  'search-worker': 'src/search/worker.ts',
  'packs-worker': 'src/convert/thread/worker.ts',
  'browser-worker': 'src/sandbox/browser/worker.ts',
};

/** What hosts start for every call: each is bundled alone, so that it loads one file. */
export const CLIENTS = { hook: 'src/hosts/client/hook.ts', 'shell-call': 'src/hosts/client/shell-call.ts' };

/** What hosts load into their own process; each is bundled alone, too. */
export const PLUGINS = {
  'opencode-plugin': 'src/hosts/client/opencode-plugin.ts',
  'pi-extension': 'src/hosts/client/pi-extension.ts',
};
