// Asks about all commands at once, waits for answers from elsewhere, and says how each ended, in order:
// node waiting.ts WORKSPACE COMMAND...
import { createToolgate } from '../../../src/gate/create-toolgate.ts';

const [workspace, ...commands] = process.argv.slice(2);
const gate = await createToolgate({ workspace, policy: 'privileged', agent: 'cli', waitForAnswers: true });
const running = Promise.all(commands.map(command => gate.execute({ name: 'bash', args: { command } })));
while ((await gate.approvals.list()).length < commands.length) await new Promise(resolve => setTimeout(resolve, 20));
process.stdout.write('all wait\n');
for (const { ok, output } of await running) process.stdout.write(`${JSON.stringify({ ok, output })}\n`);
await gate.close();
