#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { checkNode } from './check-node.ts';
import { compiledFolder } from './compiled/compiled-folder.ts';
import { loadCompiled } from './compiled/load-compiled.ts';

if (checkNode()) {
  const program = fileURLToPath(new URL('./program.cjs', import.meta.url));
  const { runCommandLine } = loadCompiled(program, compiledFolder()) as typeof import('./run-command-line.ts');
  await runCommandLine(process.argv);
}
