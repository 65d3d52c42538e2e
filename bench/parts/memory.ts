import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inFolder, type Part } from '../part.ts';
import { homeIn, listTools } from './startup.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

/** What a server that has listed its tools and waits takes of memory. */
export const measure: Part = async options => {
  const facts: { what: string; value: string }[] = [];
  await inFolder(options, async folder => {
    const root = join(folder, 'ws');
    mkdirSync(root);
    const env = homeIn(folder);
    const at = async (argv: readonly string[]) => {
      let bytes = 0;
      await listTools(argv, root, env, async pid => {
        await sleep(1_000);
        bytes = residentOf(pid);
      });
      return bytes;
    };
    facts.push({ what: 'node that waits', value: megabytes(await waiting()) });
    facts.push({ what: 'toolgate mcp', value: megabytes(await at([join(ROOT, 'dist/cli.js'), 'mcp'])) });
    facts.push({ what: 'MCP filesystem server', value: megabytes(await at([SERVER, root])) });
    return { contests: [] };
  });
  return { contests: [], facts };
};

async function waiting(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    await sleep(1_000);
    return residentOf(child.pid ?? 0);
  } finally {
    child.kill('SIGKILL');
  }
}

const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) * 1024;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
