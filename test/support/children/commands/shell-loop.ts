import { createToolgate } from '../../../../src/index.ts';

/** Runs commands that change several files together, for ever; each is told before it begins and after it ended. */
const [workspace = '..', store = 'memory'] = process.argv.slice(2);
const gate = await createToolgate({ workspace, store, policy: 'privileged', approver: () => 'allow_once' });
const beside = ['sleep 1000 &', "(trap '' TERM; setsid sleep 1000 &);", 'true;', 'sleep 0.1;'];
for (let n = 0; ; n++) {
  const id = `${process.pid}-${n}`;
  const command = [
    `${beside[n % beside.length]} echo ${id} > a.txt`,
    'mkdir -p d && mv d e 2> /dev/null; rm -rf e',
    `echo ${id} > b.txt; seq 1 2000 > big-${n % 3}.txt; echo ${id} > c.txt`,
  ].join('; ');
  process.stdout.write(`begin ${id}\n`);
  const outcome = await gate.execute({ id, name: 'bash', args: { command } });
  process.stdout.write(`${outcome.ok ? 'end' : `failed ${outcome.error.code}`} ${id}\n`);
  if (n % 4 === 3) await gate.execute({ name: 'undo_turn', args: {} });
}
