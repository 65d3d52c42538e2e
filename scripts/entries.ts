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
  mcp: 'src/adapters/mcp/index.ts',
  'classic-packs': 'src/classic/packs/index.ts',
  'classic-define': 'src/classic/define/index.ts',
  'classic-spec': 'src/classic/spec/index.ts',
  'classic-executor': 'src/classic/executor/index.ts',
  'classic-events': 'src/classic/events/index.ts',
};

/** The command line, and the code of the threads that parse. */
export const PROGRAM = {
  cli: 'src/cli/main.ts',
  'syntax-worker': 'src/syntax/worker.ts',
  'format-worker': 'src/packs/project/formatters/worker.ts',
  'search-worker': 'src/search/worker.ts',
  'packs-worker': 'src/convert/thread/worker.ts',
  'browser-worker': 'src/sandbox/browser/worker.ts',
};
