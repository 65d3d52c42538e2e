#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// In the user's own folder: whoever could write there could make us run their code.
enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toolgate', 'compile'));
const { run } = await import('./run.ts');
await run(process.argv);
