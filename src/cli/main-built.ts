#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { checkNode } from './check-node.ts';
import { compiledFolder } from './compiled/compiled-folder.ts';
import { leaveWhenDone } from './compiled/leave.ts';
import { loadCompiled } from './compiled/load-compiled.ts';

if (checkNode()) {
  const program = fileURLToPath(new URL('./program.cjs', import.meta.url));
  const { loadCommandLine } = loadCompiled(program, compiledFolder()) as typeof import('./compiled/command-line.ts');
  const { runCommandLine } = await loadCommandLine();
  await runCommandLine(process.argv);
  leaveWhenDone();
}
