// Stands in the place of the hook while exchanges are recorded: hands everything on, and notes it.
// Beside it lies the real one as real-hook.cjs; TOOLGATE_RECORD names the file of the notes.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findHost } from '../../src/hosts/hosts.ts';
import { type RecordedExchange, readAnswer } from './recording.ts';

const [name = '', phase = '', ...options] = process.argv.slice(2);
const log = process.env.TOOLGATE_RECORD;
const hook = join(import.meta.dirname, 'real-hook.cjs');
const input = readFileSync(0, 'utf8');
const ran = spawnSync(process.execPath, [hook, name, phase, ...options], { input, encoding: 'utf8' });
const raw = JSON.parse(input) as Record<string, unknown>;
const event = findHost(name)!.readEvent(raw, process.env);
const KEPT = ['CLAUDE_CODE_SESSION_ATTENDED', 'CLAUDE_CODE_ENTRYPOINT'];
const exchange: RecordedExchange = {
  phase,
  event: raw,
  env: Object.fromEntries(KEPT.flatMap(key => (process.env[key] === undefined ? [] : [[key, process.env[key]]]))),
  code: ran.status ?? -1,
  verdict: readAnswer(ran.stdout)?.verdict,
  ...(event.kind === 'after' ? { files: filesOf() } : {}),
};
if (log !== undefined) appendFileSync(log, `${JSON.stringify(exchange)}\n`);
process.stdout.write(ran.stdout);
process.stderr.write(ran.stderr);
process.exitCode = ran.status ?? 1;

/** What the host's own tool has written. */
function filesOf(): Record<string, string | null> {
  if (event.kind !== 'after') return {};
  const deed = findHost(name)!.deedOf(event.tool, event.input, { cwd: event.cwd, env: process.env });
  const paths = deed.kind === 'files' ? deed.paths.map(path => resolve(event.cwd, path)) : [];
  return Object.fromEntries(paths.map(path => [path, existsSync(path) ? readFileSync(path, 'utf8') : null]));
}
