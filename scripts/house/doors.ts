/** Where a room may look: `to` for anything, `types` for types alone. Its own files are always open to it. */
export interface Door {
  readonly to: readonly string[];
  readonly types?: readonly string[];
}

const BELOW_GATE = [
  'schema',
  'system',
  'tool',
  'registry',
  'policy',
  'store',
  'approval',
  'workspace',
  'sandbox',
  'network',
  'shell',
  'syntax',
  'search',
  'activity',
  'tasks',
  'pipeline',
  'text',
  'convert',
  'packs',
] as const;

/**
 * The rooms below `src/` and their doors: data flows one way. Who needs another door changes this table and
 * ARCHITECTURE.md in the same commit. `(root)` is the files directly in `src/`.
 */
export const DOORS: Readonly<Record<string, Door>> = {
  system: { to: ['tool'] },
  schema: { to: [] },
  tool: { to: ['schema'] },
  registry: { to: ['tool', 'schema'], types: ['policy'] },
  policy: { to: ['tool'] },
  store: { to: ['tool', 'system'] },
  approval: { to: ['tool', 'policy', 'store', 'system'] },
  workspace: { to: ['tool', 'store', 'system'] },
  sandbox: { to: ['tool', 'store', 'network', 'system'], types: ['workspace'] },
  shell: { to: ['tool'] },
  network: { to: ['tool'] },
  syntax: { to: ['tool'] },
  search: { to: ['tool', 'syntax', 'system'], types: ['workspace'] },
  activity: { to: ['tool', 'store'] },
  tasks: { to: ['tool', 'store'] },
  pipeline: {
    to: ['tool', 'registry', 'policy', 'approval', 'workspace', 'activity', 'syntax', 'store', 'system', 'text'],
    types: ['tasks'],
  },
  text: { to: [] },
  convert: { to: ['tool', 'text'] },
  packs: {
    to: ['tool', 'shell', 'text', 'convert'],
    types: ['schema', 'workspace', 'sandbox', 'network', 'tasks', 'search'],
  },
  config: { to: ['tool', 'policy', 'registry', 'store', 'system'] },
  gate: { to: BELOW_GATE },
  agents: { to: ['gate', ...BELOW_GATE] },
  workers: { to: ['gate', 'agents', ...BELOW_GATE] },
  adapters: { to: ['(root)', 'schema'] },
  classic: { to: ['gate', 'agents', ...BELOW_GATE] },
  testing: { to: ['gate', ...BELOW_GATE] },
  hosts: { to: ['gate', 'config', ...BELOW_GATE] },
  cli: { to: ['gate', 'config', 'hosts', 'agents', 'workers', 'adapters', 'testing', 'console', ...BELOW_GATE] },
  console: { to: ['gate', 'config', ...BELOW_GATE] },
  '(root)': { to: ['gate', 'config', 'agents', 'workers', 'testing', ...BELOW_GATE] },
};

const DISK = ['fs', 'fs/promises'] as const;
const WORLD = [...DISK, 'child_process', 'net', 'http', 'https', 'http2', 'dgram', 'tls'] as const;

/** The parts of Node that reach disk, processes and sockets, and the rooms that may use them. */
export const WORLD_DOORS: Readonly<Record<string, readonly string[]>> = {
  // Reads the programs that lie beside their users.
  tool: ['fs'],
  system: WORLD,
  workspace: WORLD,
  sandbox: WORLD,
  network: WORLD,
  store: WORLD,
  // Looks at what has changed, and keeps its own database.
  search: DISK,
  adapters: WORLD,
  // Writes the configs of hosts, listens for their hooks, and starts them for a trial.
  hosts: WORLD,
  cli: WORLD,
  console: WORLD,
  // Makes the temporary folders and counts the processes that others left behind.
  testing: WORLD,
  // Looks whether a description lies beside a tool.
  classic: ['fs'],
  // Reads config files.
  config: DISK,
};

export const WORLD_MODULES: ReadonlySet<string> = new Set(WORLD);

/** Words that say nothing of what is in a file. */
export const EMPTY_WORDS = /(?:^|[-./])(?:utils?|helpers?|managers?|misc)(?:[-./]|$)/;
