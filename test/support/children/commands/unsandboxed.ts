import { createUnsandboxed } from '../../../../src/sandbox/plain/create-unsandboxed.ts';

/** Runs a command without a sandbox in a folder, prints what it says, and waits for its end. */
const [root = '', command = ''] = process.argv.slice(2);
const limits = { time: 1e9, cpu: 1e6, memory: 2 ** 32, processes: 500, fileSize: 2 ** 30, disk: 2 ** 40, files: 256 };
await createUnsandboxed({ env: process.env }).run({
  argv: ['bash', '-c', command],
  root,
  cwd: root,
  view: { kind: 'real' },
  hidden: [],
  env: {},
  limits,
  onOutput: chunk => void process.stdout.write(chunk),
});
