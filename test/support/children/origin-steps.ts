import { Conversation } from '../../cases/origin/conversation.ts';
import type { Step } from '../../cases/origin/steps.ts';

/** Takes the steps of a conversation, says after each whether it was stopped, and then waits to be killed. */
const { steps, ...options } = JSON.parse(process.argv[2]!) as ConstructorParameters<typeof Conversation>[0] & {
  readonly steps: readonly Step[];
};
const conversation = new Conversation(options);
for (const step of steps) process.stdout.write(`${(await conversation.take(step)) ? 'stopped' : 'passed'}\n`);
setInterval(() => {}, 1000);
