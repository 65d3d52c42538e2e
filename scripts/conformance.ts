import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openConformanceServer } from '../conformance/server.ts';

/**
 * Runs the official suite of the Model Context Protocol. Against our server: all that both revisions require, and what
 * the suite has beyond that (the tasks extension, scenarios that are still pending). With our client: all that both
 * revisions require. `npm run conformance -- server` or `client` runs one half, and with a name after it one scenario.
 */
const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** Milliseconds for one client. */
const PATIENCE = '120000';
/** Clients at once; the suite itself would start all of them, which a small machine does not bear. */
const AT_ONCE = 2;

const [half, named] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const client = `${process.execPath} ${join(root, 'conformance/client.ts')}`;

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

interface Ran {
  readonly code: number | null;
  readonly text: string;
  readonly checks: readonly (readonly [scenario: string, check: Check])[];
}

/** Resolves with the exit code, what was printed, and every check of every scenario. */
async function run(args: readonly string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-conformance-'));
  try {
    const printed = await spawned([...args, '-o', folder]);
    return { ...printed, checks: readChecks(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawned(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [suite, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      text += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code, text }));
  });
}

function readChecks(folder: string): Ran['checks'] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('checks.json'))
    .flatMap(path => {
      const scenario = path.replace(/-\d{4}-\d{2}-\d{2}T.*$/, '');
      const checks = JSON.parse(readFileSync(join(folder, path), 'utf8')) as readonly Check[];
      return checks.map(check => [scenario, check] as const);
    });
}

/** Prints what came of some runs; true when all of it is in order. */
function report(title: string, runs: readonly Ran[]): boolean {
  const checks = runs.flatMap(ran => ran.checks);
  const wrong = checks.filter(([, { status }]) => status === 'FAILURE' || status === 'WARNING');
  const passed = checks.filter(([, { status }]) => status === 'SUCCESS').length;
  const failed = runs.filter(({ code }) => code !== 0);
  const scenarios = new Set(checks.map(([scenario]) => scenario)).size;
  console.log(`${title}: ${scenarios} scenarios, ${passed} checks passed, ${wrong.length} not`);
  for (const [scenario, { id, status, errorMessage }] of wrong)
    console.log(`  ${status} ${scenario} ${id}: ${errorMessage}`);
  if (wrong.length === 0) for (const { text } of failed) console.log(text);
  // One that is named may not be for this revision.
  return failed.length === 0 && wrong.length === 0 && (scenarios > 0 || named !== undefined);
}

async function againstOurServer(): Promise<readonly boolean[]> {
  const server = await openConformanceServer();
  const results: boolean[] = [];
  for (const revision of REVISIONS) {
    // An extension belongs to no revision, and is for the last one.
    const force = named?.startsWith('tasks-') && revision === REVISIONS.at(-1) ? ['--force'] : [];
    const which = named ? ['--scenario', named, '--spec-version', revision, ...force] : ['--requirements', revision];
    results.push(report(`server ${revision}`, [await run(['server', '--url', `${server.url}/mcp`, ...which])]));
  }
  await server.close();
  return results;
}

/** The client scenarios that a revision requires, as the suite lists them. */
async function clientScenarios(revision: string): Promise<readonly string[]> {
  const { text } = await spawned(['list', '--requirements', revision]);
  const listed = /Client scenarios[^\n]*\n((?: +- \S+\n)+)/.exec(text)?.[1] ?? '';
  return [...listed.matchAll(/- (\S+)/g)].map(match => match[1]!);
}

async function withOurClient(): Promise<readonly boolean[]> {
  const results: boolean[] = [];
  for (const revision of REVISIONS) {
    const waiting = [...(await clientScenarios(revision))].filter(name => named === undefined || name === named);
    const runs: Ran[] = [];
    const work = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
        runs.push(
          await run(
            ['client', '--command', client, '--timeout', PATIENCE, '--spec-version', revision].concat([
              '--scenario',
              name,
            ]),
          ),
        );
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    results.push(report(`client ${revision}`, runs));
  }
  return results;
}

const results = [
  ...(half === 'client' ? [] : await againstOurServer()),
  ...(half === 'server' ? [] : await withOurClient()),
];
if (results.includes(false)) process.exitCode = 1;
