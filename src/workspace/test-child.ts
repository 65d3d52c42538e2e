import { type RunOptions, runOperations } from './run-operations.ts';

/** For tests: `node test-child.ts JSON` runs operations and prints what came of them; may kill itself at a step. */
const { killAt, ...options } = JSON.parse(process.argv[2]!) as RunOptions & { killAt?: number };
let steps = 0;
const step = async () => {
  if (steps++ !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
};
const ran = await runOperations({ ...options, ...(killAt === undefined ? {} : { step }) });
process.stdout.write(JSON.stringify(ran));
