import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createSandbox } from '../../../../src/sandbox/create-sandbox.ts';
import { createLandlock } from '../../../../src/sandbox/plain/create-landlock.ts';
import { type JobEnd, type JobLimits, PROGRAM } from '../../../../src/sandbox/port.ts';
import { sweepLeft } from '../../../../src/sandbox/sweep-left.ts';
import { removeTree } from '../../../../src/system/remove-tree.ts';

/** Runs commands in the sandbox, as another user where root says so, and prints what became of them. */
interface Order {
  readonly uid?: number;
  readonly folder: string;
  /** Where the sandbox has its own folder, if not there. */
  readonly place?: string;
  readonly root: string;
  readonly cwd?: string;
  readonly hidden?: readonly string[];
  /** The newest Landlock to use, in the place of the sandbox of this machine; each command then has a copy of the workspace. */
  readonly landlock?: number;
  readonly overlay: boolean;
  readonly limits: JobLimits;
  readonly env?: Record<string, string>;
  /** Hosts that may be reached; left out: none. */
  readonly hosts?: readonly string[];
  /** What lies in `.cache` of their home lasts. */
  readonly cached?: boolean;
  /** How many at a time. */
  readonly atOnce?: number;
  /** Layers are kept to be looked at. */
  readonly keep?: boolean;
  readonly commands: readonly string[];
}

const order = JSON.parse(readFileSync(0, 'utf8')) as Order;
if (order.uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(order.uid);
  process.setuid?.(order.uid);
}
const own = order.place ?? order.folder;
// As a gate does when it starts.
sweepLeft(`${own}/sandbox`);
const { landlock } = order;
const sandbox = landlock
  ? { findings: [], overlay: false, run: createLandlock({ env: process.env, newest: landlock }) }
  : await createSandbox({
      env: process.env,
      folder: `${own}/sandbox`,
      ...(order.cached ? { cache: `${own}/cache` } : {}),
    });
const { hosts } = order;
const results: unknown[] = [];
const waiting = [...order.commands.entries()];

async function runNext(): Promise<void> {
  const next = waiting.shift();
  if (!next) return;
  const [index, command] = next;
  const folder = `${order.folder}/layer-${index}`;
  let output = '';
  const root = landlock ? `${order.root}-${index}` : order.root;
  const here = (path: string): string => path.replace(order.root, () => root);
  if (order.overlay) mkdirSync(folder);
  if (landlock) cpSync(order.root, root, { recursive: true, filter: path => !path.endsWith('.sock') });
  const ended: JobEnd | { error: string } = await sandbox
    .run({
      // As the shell tool does: so most of them begin in a sandbox that was made before.
      ...(landlock
        ? { argv: ['bash', '-c', command] }
        : { argv: ['bash', '-c', `eval "$(< ${PROGRAM})"`], program: command }),
      root,
      cwd: here(order.cwd ?? order.root),
      view: order.overlay ? { kind: 'overlay', layers: { folder, above: [] } } : { kind: 'real' },
      hidden: (order.hidden ?? []).map(here),
      env: order.env ?? {},
      limits: order.limits,
      ...(hosts ? { mayReach: (host: string) => hosts.includes(host) } : {}),
      onOutput: chunk => {
        if (output.length < 100_000) output += chunk.toString();
      },
    })
    .catch((error: Error) => ({ error: error.message }));
  results[index] = { ...ended, merged: undefined, output };
  if (!order.keep) removeTree(folder);
  await runNext();
}

await Promise.all(Array.from({ length: order.atOnce ?? 1 }, runNext));
process.stdout.write(JSON.stringify({ findings: sandbox.findings, overlay: sandbox.overlay, results }));
