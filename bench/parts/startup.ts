import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inFolder, type Part } from '../part.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'dist/cli.js');
const FILESYSTEM_SERVER = join(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

/** From the start of a process to its end, or to its first list of tools. */
export const measure: Part = options =>
  inFolder(options, async folder => {
    execFileSync(process.execPath, ['scripts/build/main.ts'], { cwd: ROOT, stdio: 'ignore' });
    const root = join(folder, 'ws');
    mkdirSync(root);
    writeFileSync(join(root, 'a.txt'), 'hello\n');
    const env = homeIn(folder);
    const run = (program: string, args: readonly string[], cwd = root) => {
      const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };
    const node = (...args: string[]) => run(process.execPath, args);
    // A server that goes on keeps what it has compiled, as it does for whoever starts it every day.
    await listTools([CLI, 'mcp'], root, env, () => sleep(3_000));
    const floor = { name: 'node -e 0', role: 'floor', once: () => node('-e', '0') } as const;
    const exec = ['exec', 'read_file', '--args', '{"path":"a.txt"}'];
    return {
      contests: [
        {
          work: 'one read from the command line, built',
          measure: 'wall',
          goal: 2.5,
          contestants: [
            floor,
            { name: 'toolgate exec', role: 'ours', once: () => node(CLI, ...exec) },
            { name: 'toolgate --help', role: 'peer', once: () => node(CLI, '--help') },
          ],
        },
        {
          work: 'start to the list of tools over stdio, built',
          measure: 'wall',
          goal: 3,
          contestants: [
            floor,
            {
              name: 'toolgate mcp --tools all',
              role: 'ours',
              once: () => listTools([CLI, 'mcp', '--tools', 'all'], root, env),
            },
            { name: 'toolgate mcp', role: 'ours', once: () => listTools([CLI, 'mcp'], root, env) },
            {
              name: 'MCP filesystem server',
              role: 'peer',
              once: () => listTools([FILESYSTEM_SERVER, root], root, env),
            },
          ],
        },
        {
          work: 'one read from the checkout',
          measure: 'wall',
          rounds: 5,
          contestants: [
            { name: 'npm run -s nothing', role: 'floor', once: () => run('npm', ['--version'], ROOT) },
            {
              name: 'npm run -s toolgate -- exec',
              role: 'ours',
              once: () => run('npm', ['run', '-s', 'toolgate', '--', ...exec, '--workspace', root], ROOT),
            },
          ],
        },
      ],
    };
  });

export const homeIn = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  XDG_STATE_HOME: join(folder, 'home/state'),
  XDG_CONFIG_HOME: join(folder, 'home/config'),
  XDG_CACHE_HOME: join(folder, 'home/cache'),
});

/** Starts a server, asks for its tools, and ends it. With `then`: what to do with the process while it runs. */
export async function listTools(
  argv: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  then: (pid: number) => unknown = () => undefined,
): Promise<number> {
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const answers = linesOf(child.stdout);
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'bench', version: '1.0.0' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    await answerTo(answers, 1);
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list', params: {} });
    const { result } = await answerTo(answers, 2);
    await then(child.pid ?? 0);
    return result?.tools?.length ?? 0;
  } finally {
    child.kill('SIGKILL');
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly tools?: readonly unknown[] };
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function answerTo(lines: AsyncGenerator<string>, id: number): Promise<Answer> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The server has ended.');
    const message = JSON.parse(value as string) as Answer;
    if (message.id === id) return message;
  }
}
