import { nodeProblem } from '../tool/loading/node-version.ts';

/** Tells what is wrong with this Node, as any failure is told, and loads nothing that this Node may fail to load. */
export function checkNode(): boolean {
  const problem = nodeProblem(process.versions.node);
  if (!problem) return true;
  const suggestion = 'Install a newer one from https://nodejs.org, or with your version manager.';
  const error = { code: 'EXECUTION_ERROR', type: 'system_error', message: problem, suggestion, retryable: false };
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ ok: false, error })}\n`);
  else process.stderr.write(`toolgate: ${error.code}: ${problem}\n${suggestion}\n`);
  process.exitCode = 1;
  return false;
}
