#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { xdgFolder } from '../config/folders.ts';
import { makeFolder } from '../system/make-folder.ts';
import { nodeProblem } from '../tool/loading/node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem) {
  const suggestion = 'Install a newer one from https://nodejs.org, or with your version manager.';
  // The problem is told as any failure is, without loading what this Node may not be able to load.
  const error = { code: 'EXECUTION_ERROR', type: 'system_error', message: problem, suggestion, retryable: false };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ ok: false, error })}\n`);
  else process.stderr.write(`toolgate: ${error.code}: ${problem}\n${suggestion}\n`);
  process.exitCode = 1;
} else {
  cacheCompiledCode();
  const { runCommandLine } = await import('./run-command-line.ts');
  await runCommandLine(process.argv);
}

/** Keeps compiled code in the user's own folder: whoever could write there could make us run their code. */
function cacheCompiledCode(): void {
  try {
    const cache = xdgFolder(process.env, 'XDG_CACHE_HOME');
    if (cache === undefined) return;
    const folder = join(cache, 'toolgate', 'compile');
    makeFolder(folder);
    module.enableCompileCache(folder);
  } catch {
    // Without the cache it only starts more slowly.
  }
}
