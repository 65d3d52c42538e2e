import { type OperationsOptions, runOperations } from '../workspace/run-operations.ts';

/** For tests: `node file-operations.ts JSON` runs operations and prints what came of them; may kill itself at a step. */
interface ChildOptions extends OperationsOptions {
  readonly killAt?: number;
  /** Whom root becomes, now that all code is loaded: the checkout may lie where only root can read. */
  readonly user?: number;
}

const { killAt, user, ...options } = JSON.parse(process.argv[2]!) as ChildOptions;
if (user !== undefined && process.getuid?.() === 0) {
  process.setgroups?.([user]);
  process.setgid?.(user);
  process.setuid?.(user);
}
let steps = 0;
const step = async () => {
  if (steps++ !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
};
const ran = await runOperations({ ...options, ...(killAt === undefined ? {} : { step }) });
process.stdout.write(JSON.stringify(ran));
