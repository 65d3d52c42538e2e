import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programPath } from '../program-path.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = programPath('cli');

/** A folder as a reader of the docs would have it: `toolgate` is a command, the packages are installed. */
export function openDocsWorld(env: Readonly<Record<string, string>>) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-docs-')));
  const folder = join(base, 'project');
  mkdirSync(join(base, 'bin'));
  mkdirSync(folder);
  const main = `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
  writeFileSync(join(base, 'bin/toolgate'), main, { mode: 0o755 });
  writeFileSync(join(base, 'package.json'), '{ "type": "module" }\n');
  installPackages(join(base, 'node_modules'));
  const settings: Readonly<Record<string, string | undefined>> = {
    PATH: [join(base, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    HOME: base,
    XDG_STATE_HOME: join(base, 'state'),
    XDG_CONFIG_HOME: join(base, 'config'),
    XDG_CACHE_HOME: join(tmpdir(), 'toolgate-test-cache'),
    NODE_COMPILE_CACHE: join(tmpdir(), 'toolgate-test-cache', 'docs'),
    ...env,
  };
  const run = (program: string, args: readonly string[]) => runProgram(program, args, { cwd: folder, env: settings });
  return {
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    runScript: (text: string) => run('bash', ['-euo', 'pipefail', '-c', text]),
    runModule(text: string) {
      const file = join(folder, 'program.mts');
      writeFileSync(file, text);
      return run(process.execPath, [file]).finally(() => rmSync(file, { force: true }));
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Ours from source, for a package below `node_modules` may not be TypeScript; the others as they are. */
function installPackages(modules: string): void {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string } | string>;
  };
  const own = join(modules, 'toolgate');
  mkdirSync(own, { recursive: true });
  const entries: [string, string][] = [];
  for (const [path, entry] of Object.entries(exports)) {
    if (typeof entry === 'string' || !entry.types) continue;
    const source = entry.types.replace('./dist/types/', 'src/').replace('.d.ts', '.ts');
    const name = `./${path === '.' ? 'index' : path.slice(2).replaceAll('/', '-')}.js`;
    writeFileSync(join(own, name), `export * from ${JSON.stringify(new URL(source, `file://${ROOT}`).href)};\n`);
    entries.push([path, name]);
  }
  writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module', exports: Object.fromEntries(entries) }));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'toolgate')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
}

export interface Ended {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', chunk => (said.stdout += chunk));
    child.stderr.on('data', chunk => (said.stderr += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? signal, ...said }));
  });
}
