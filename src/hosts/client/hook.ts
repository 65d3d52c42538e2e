#!/usr/bin/env node
// The hook of a host: hands an event to the Toolgate of the project, which it starts where none runs, and prints the answer.
// It loads nothing of Toolgate, so that it starts as quickly as Node itself.
// Usage: hook HOST PHASE [OPTIONS OF `toolgate hook serve`]; see reach-toolgate.ts for the phases.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { consultToolgate, type HookPhase, isWrapped } from './reach-toolgate.ts';

/** Milliseconds until an answer must be there. */
const ANSWER = 540_000;

const [host = '', phase = 'before', ...options] = process.argv.slice(2);
const mustAnswer = phase === 'before';

/** Blocks the call. A host takes exit code 2 for that only with words beside it. */
function block(why: string): never {
  if (!mustAnswer) {
    process.stdout.write('{}\n');
    process.exit(0);
  }
  process.stderr.write(`Toolgate did not judge this call, so it is blocked: ${why}\n`);
  process.exit(2);
}

function start(project: string): ChildProcess {
  const source = import.meta.url.endsWith('.ts');
  const main = fileURLToPath(new URL(source ? '../../cli/main.ts' : './cli.js', import.meta.url));
  // Loaded only here: most hooks start nothing.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [main, 'hook', 'serve', ...options], {
    cwd: project,
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => {});
  child.unref();
  return child;
}

async function main(): Promise<void> {
  if (isWrapped()) return void process.stdout.write('{}\n');
  const project = realpathSync(process.env.CLAUDE_PROJECT_DIR || process.cwd());
  const event: unknown = JSON.parse(readFileSync(0, 'utf8'));
  const answer = await consultToolgate(project, { host, event }, { phase: phase as HookPhase, start });
  process.stdout.write(`${answer}\n`);
}

setTimeout(() => block('it gave no answer in time'), ANSWER).unref();
process.on('uncaughtException', error => block(error.message));
main().catch((error: unknown) => block(error instanceof Error ? error.message : String(error)));
