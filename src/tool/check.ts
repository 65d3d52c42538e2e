import type { Info } from './define.ts';
import { readyTool } from './ready.ts';

const NOWHERE = { workspace: '.', cwd: '.' };

/** Throws where a tool of others cannot be made ready, or its parameters cannot judge anything. */
export async function check(info: Info): Promise<void> {
  const ready = await readyTool(info, { init: NOWHERE, readText: () => '' });
  await ready.parameters.check({});
}
