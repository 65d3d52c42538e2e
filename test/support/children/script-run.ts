// Runs a script of many calls, or goes on with it: node script-run.ts '{ "workspace", "store", "effects", "ended", "args" }'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { define } from '../../../src/tool/define.ts';

const { workspace, store, effects, ended, args } = JSON.parse(process.argv[2]!) as Record<string, string>;

/** An effect that must not happen twice: nothing takes it back, and nothing tells that it was there before. */
const note = define('note', {
  description: 'Writes a line where nobody can take it back',
  parameters: z.object({ line: z.string(), asks: z.boolean().default(false) }),
  effects: ({ line }) => [{ kind: 'state', resource: `note ${line}` }],
  danger: 'moderate',
  approval: ({ asks }) => asks,
  execute: ({ line }) => {
    appendFileSync(effects!, `${line}\n`);
    return { output: `noted ${line}` };
  },
});

const gate = await createToolgate({
  workspace,
  store,
  policy: 'privileged',
  sessionID: 'conversation',
  waitForAnswers: true,
  approvalTimeout: 24 * 3600_000,
  tools: [note] as never,
});
const outcome = await gate.execute({ id: 'call-1', name: 'run_code', args }, { turn: 1, step: { key: 'call-1' } });
// Whoever looks for it finds all of it.
writeFileSync(`${ended}.new`, JSON.stringify(outcome));
renameSync(`${ended}.new`, ended!);
await gate.close();
