import { Argument } from 'commander';
import { ANSWERS } from '../../approval/request.ts';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

export function addDecisionCommands({ command, group, run }: CommandMaker): void {
  const show = async () => (await import('../commands/policy.ts')).printPolicy;
  const policy = group('policy', 'show the policy in force, or try another one', show);
  command('show', 'the rules in force and where each came from', policy).action(run(show));
  command('replay <proposed>', 'try a policy (name or file) over the recorded calls; print what differs', policy)
    .option('--limit <n>', 'how many recorded calls (default 10000)', wholeNumber(1))
    .action(run(async () => (await import('../commands/policy.ts')).printReplay));
  command('saved', 'rules that were saved by answering "always"', policy)
    .option('--forget <id>', 'forget this one')
    .action(run(async () => (await import('../commands/policy.ts')).savedRules));

  const waiting = async () => (await import('../commands/approvals.ts')).printApprovals;
  const approvals = group('approvals', 'calls that wait for a person', waiting);
  command('list', 'what waits for an answer', approvals).action(run(waiting));
  command('show', 'show one as it is asked', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .action(run(async () => (await import('../commands/approvals.ts')).showApproval));
  command('answer', 'answer one', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .addArgument(new Argument('<answer>', 'what to do with the call').choices(ANSWERS))
    .option('--args <json>', 'with a yes: run it with these arguments instead')
    .option('--message <text>', 'a word to the model')
    .action(run(async () => (await import('../commands/approvals.ts')).answerByCommand));
}
