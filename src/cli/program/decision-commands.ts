import { Argument } from 'commander';
import { ANSWERS } from '../../approval/request.ts';
import { wholeNumber } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const policyCode = () => import('../commands/policy.ts');
const code = () => import('../commands/approvals.ts');

export function addDecisionCommands({ command, group, run }: CommandMaker): void {
  const policy = group('policy', 'show the policy in force, or try another one', run(policyCode, 'printPolicy'));
  command('show', 'the rules in force and where each came from', policy).action(run(policyCode, 'printPolicy'));
  command('replay <proposed>', 'try a policy (name or file) over the recorded calls; print what differs', policy)
    .option('--limit <n>', 'how many recorded calls (default 10000)', wholeNumber(1))
    .action(run(policyCode, 'printReplay'));
  command('saved', 'rules that were saved by answering "always"', policy)
    .option('--forget <id>', 'forget this one')
    .action(run(policyCode, 'savedRules'));

  const approvals = group('approvals', 'calls that wait for a person', run(code, 'printApprovals'));
  command('list', 'what waits for an answer', approvals).action(run(code, 'printApprovals'));
  command('show', 'show one as it is asked', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .action(run(code, 'showApproval'));
  command('answer', 'answer one', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .addArgument(new Argument('<answer>', 'what to do with the call').choices(ANSWERS))
    .option('--args <json>', 'with a yes: run it with these arguments instead')
    .option('--message <text>', 'a word to the model')
    .action(run(code, 'answerByCommand'));
}
