import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface StartupReport {
  /** Wall milliseconds, medians. */
  readonly node: number;
  readonly exec: number;
}

/** One read through the built package, beside a Node process that does nothing. */
export function measureStartup(rounds = 11): StartupReport {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'));
  writeFileSync(join(folder, 'a.txt'), 'hello\n');
  const env = { ...process.env, XDG_STATE_HOME: `${folder}-state`, XDG_CONFIG_HOME: `${folder}-config` };
  const time = (args: readonly string[]) => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - start;
  };
  const read = [join(root, 'dist/cli.js'), 'exec', 'read_file', '--args', '{"path":"a.txt"}', '--workspace', folder];
  const nodes: number[] = [];
  const execs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    nodes.push(time(['-e', '0']));
    execs.push(time(read));
  }
  for (const left of [folder, `${folder}-state`, `${folder}-config`]) rmSync(left, { recursive: true, force: true });
  const median = (times: number[]) => times.slice(1).sort((a, b) => a - b)[rounds >> 1]!;
  return { node: median(nodes), exec: median(execs) };
}
