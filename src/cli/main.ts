#!/usr/bin/env node
import module from 'node:module';
import { checkNode } from './check-node.ts';
import { compiledFolder } from './compiled/compiled-folder.ts';
import { findSource } from './compiled/find-source.ts';

// The command line from source; the built one begins with main-built.ts.
if (checkNode()) {
  const folder = compiledFolder();
  if (folder !== undefined) module.enableCompileCache(folder);
  module.registerHooks({
    resolve: (name, context, next) => findSource(name, context.parentURL) ?? next(name, context),
  });
  const { runCommandLine } = await import('./run-command-line.ts');
  await runCommandLine(process.argv);
}
