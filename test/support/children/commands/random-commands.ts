import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToolgate } from '../../../../src/gate/create-toolgate.ts';
import type { Toolgate } from '../../../../src/gate/toolgate.ts';
import { removeTree } from '../../../../src/system/remove-tree.ts';
import { define, type Info } from '../../../../src/tool/define.ts';
import { executes } from '../../../../src/tool/effect.ts';
import { randomFrom, randomScript, randomTree } from '../../random-script.ts';
import { treeOf } from '../../tree.ts';

/**
 * Runs random scripts once with plain bash and once through a gate: what comes of them is the same, undo gives what was
 * there before, redo the same again. Prints what went wrong as JSON, with the seed.
 */
export interface Order {
  readonly uid?: number;
  readonly from: number;
  readonly count: number;
  /** `place`: on the real files, as where there is no overlay. */
  readonly way: 'overlay' | 'place' | 'plan' | 'dry';
  readonly folder?: string;
  /** In place of random ones, one a seed. */
  readonly scripts?: readonly string[];
}

const order = JSON.parse(process.argv[2] ?? readFileSync(0, 'utf8')) as Order;
// Loaded while it is still root: the checkout may lie where no one else can read.
await Promise.all([
  import('../../../../src/packs/filesystem/pack.ts'),
  import('../../../../src/packs/history/pack.ts'),
  import('../../../../src/packs/shell/pack.ts'),
  import('../../../../src/sandbox/create-sandbox.ts'),
]);
if (order.uid !== undefined && process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(order.uid);
  process.setuid?.(order.uid);
}
process.umask(0o022);
const folder = mkdtempSync(join(order.folder ?? tmpdir(), 'toolgate-random-'));
const [root, plain] = [join(folder, 'workspace'), join(folder, 'plain')];
const PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Random commands can write to nothing but their folder: links may lead anywhere. As in the sandbox, root has no right
 * to pass by modes.
 */
function bash(script: string, cwd: string): string {
  const walls = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', folder, folder, '--chdir', cwd];
  const plain = process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : [];
  const argv = ['--die-with-parent', ...walls, '--', ...plain, 'bash', '--norc', '-c', script];
  const ran = spawnSync('bwrap', argv, { encoding: 'utf8', env: { PATH, LC_ALL: 'C.UTF-8' } });
  if (ran.status === null || ran.stderr.startsWith('bwrap:')) throw new Error(ran.stderr || String(ran.error));
  return ran.stdout;
}

const inPlace = define('in_place', {
  description: 'Runs a script on the real files.',
  parameters: { type: 'object', properties: { command: { type: 'string' } } },
  effects: () => [executes('in_place')],
  danger: 'moderate',
  sandboxed: true,
  execute: async ({ command }, ctx) => {
    const { value } = await ctx.files.inPlace(async () => bash(String(command), ctx.files.root));
    return { output: value, value: { stdout: value } };
  },
}) as Info;

const PLAIN_TREE = `
mkdir -p src/deep empty shut/in; echo a > src/a; echo b > src/deep/b; echo c > shut/in/c; ln -s src/a link
echo r > README.md; echo w > weak; echo k > key; chmod 311 weak; chmod 000 key shut/in; chmod 500 shut; mkfifo pipe`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function differing(a: Record<string, string>, b: Record<string, string>): readonly string[] {
  const paths = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return paths.filter(path => a[path] !== b[path]).map(path => `${path}: ${a[path]} / ${b[path]}`);
}

const hasClosed = (tree: Record<string, string>): boolean =>
  Object.values(tree).some(node => node.startsWith('folder') && (parseInt(node.slice(7), 8) & 0o700) !== 0o700);

async function trySeed(gate: Toolgate, seed: number): Promise<object | undefined> {
  const pick = randomFrom(seed);
  const given = order.scripts?.[seed - order.from];
  const [tree, script] = given === undefined ? [randomTree(pick), randomScript(pick)] : [PLAIN_TREE, given];
  for (const place of [root, plain]) {
    removeTree(place);
    mkdirSync(place);
    chmodSync(place, 0o755);
    bash(tree, place);
  }
  const session = { sessionID: `seed-${seed}` };
  const wrong = (what: string, more: object = {}) => ({ seed, what, tree, script, ...more });
  const before = treeOf(root);
  if (!same(before, treeOf(plain))) return wrong('the two trees are not the same at first');
  const said = bash(script, plain);
  const want = treeOf(plain);
  const call = { name: order.way === 'place' ? 'in_place' : 'bash', args: { command: script } };
  const args = order.way === 'dry' ? { ...call.args, dryRun: true } : call.args;
  const ran = await gate.execute({ ...call, args }, session);
  if (ran.error) {
    const left = differing(before, treeOf(root));
    // Judged by its text: a path leads out of the workspace, or into a folder that is closed.
    const judged = ran.error.code === 'INVALID_PATH' || ran.error.message.includes('look up');
    if (left.length === 0 && judged) return undefined;
    return wrong(left.length > 0 ? 'refused, and not as before' : 'refused', { error: ran.error, left });
  }
  if (order.way === 'dry') return same(before, treeOf(root)) ? undefined : wrong('a dry run has changed something');
  if (order.way === 'plan') {
    if (!same(before, treeOf(root))) return wrong('a plan has changed something');
    const again = await gate.execute({ name: 'bash', args: { command: 'find .' } }, session);
    if (again.error) return wrong('the next command of the plan', { error: again.error });
    await gate.plan.apply();
  }
  const { stdout } = ran.value as { stdout: string };
  const got = treeOf(root);
  // An overlay moves a folder by copying it, and what is closed cannot be copied.
  const excused = order.way !== 'place' && script.includes('mv ') && [before, want, got].some(hasClosed);
  if (!excused && !same(want, got)) return wrong('not the same as plain bash', { left: differing(want, got) });
  if (!excused && said !== stdout) return wrong('not the same exit codes', { said, stdout });
  if (same(before, got)) return undefined;
  const undone = await gate.execute({ name: 'undo_turn', args: {} }, session);
  if (order.way === 'plan') await gate.plan.apply();
  if (undone.error) return wrong('undo', { error: undone.error, left: differing(got, treeOf(root)) });
  if (!same(before, treeOf(root))) return wrong('after undo', { left: differing(before, treeOf(root)) });
  const redone = await gate.execute({ name: 'redo', args: {} }, session);
  if (order.way === 'plan') await gate.plan.apply();
  if (redone.error) return wrong('redo', { error: redone.error, left: differing(before, treeOf(root)) });
  if (!same(got, treeOf(root))) return wrong('after redo', { left: differing(got, treeOf(root)) });
  return undefined;
}

mkdirSync(root);
const gate = await createToolgate({
  workspace: root,
  store: join(folder, 'state', 'toolgate.db'),
  policy: 'privileged',
  approver: () => 'allow_once',
  tools: [inPlace],
  ...(order.way === 'plan' ? { mode: 'plan' } : {}),
  env: { PATH: process.env.PATH, HOME: folder },
});
const wrong: object[] = [];
try {
  for (let seed = order.from; seed < order.from + order.count; seed++) {
    try {
      const problem = await trySeed(gate, seed);
      if (problem) wrong.push(problem);
    } catch (error) {
      wrong.push({ seed, what: 'thrown', error: error instanceof Error ? error.stack : String(error) });
    }
    if (order.way === 'plan') await gate.plan.drop();
  }
} finally {
  await gate.close();
  removeTree(folder);
}
process.stdout.write(`${JSON.stringify(wrong, null, 1)}\n`);
