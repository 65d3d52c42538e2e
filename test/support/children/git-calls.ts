// Makes calls one after another as a user would who says yes to all, and tells how each ended:
// node git-calls.ts WORKSPACE SANDBOX CALLS
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';

const [workspace = '', sandbox = '', calls = '[]'] = process.argv.slice(2);
const gate = await createToolgate({
  workspace,
  store: join(dirname(workspace), 'state/calls.db'),
  policy: { extends: 'privileged', sandbox: sandbox === 'off' ? 'off' : 'required' },
  approver: () => 'allow_once',
});
for (const [tool, args] of JSON.parse(calls) as [string, object][]) {
  const { ok, error } = await gate.execute({ name: tool, args });
  const sprung = [workspace, dirname(workspace)].some(folder => existsSync(join(folder, 'fired')));
  const ended = {
    tool,
    args,
    ok,
    ...(error ? { code: error.code, message: error.message } : {}),
    ...(sprung ? { sprung } : {}),
  };
  process.stdout.write(`${JSON.stringify(ended)}\n`);
}
await gate.close();
