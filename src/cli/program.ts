import { Command, Option } from 'commander';
import { withCommonOptions } from './options.ts';

export interface ProgramOptions {
  readonly version: string;
  /** Called with what the chosen command exits with. */
  readonly exit: (code: number) => void;
}

type Loaded<T> = () => Promise<T>;

/** All commands. Each loads its code only when it is chosen. */
export function createProgram({ version, exit }: ProgramOptions): Command {
  const program = new Command('toolgate')
    .description("Everything between a model's tool call and its effect.")
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(toolgate help COMMAND says more)')
    .configureHelp({ sortSubcommands: false });

  const command = (usage: string, description: string, parent: Command = program): Command =>
    withCommonOptions(parent.command(usage).description(description));
  const run =
    <A extends unknown[]>(load: Loaded<(...args: A) => Promise<number>>) =>
    async (...args: A): Promise<void> =>
      exit(await (await load())(...args));

  const args = new Option('--args <json>', "the call's arguments: JSON, @FILE, or - for standard input");
  const jsonl = new Option('--jsonl', 'read {"id","tool","args"} lines from standard input, write one line each');

  command('exec [tool]', 'run a tool through the whole pipeline')
    .addOption(args)
    .addOption(jsonl)
    .option('--plan', 'keep changes in the plan instead of writing them')
    .action(
      run(async () => {
        const { exec } = await import('./commands/exec.ts');
        return (tool: string | undefined, options) => needTool(program, tool, options) ?? exec(tool, options);
      }),
    );
  command('explain [tool]', 'say what would be decided about a call, and why; runs nothing')
    .addOption(args)
    .addOption(jsonl)
    .action(
      run(async () => {
        const { explain } = await import('./commands/explain.ts');
        return (tool: string | undefined, options) => needTool(program, tool, options) ?? explain(tool, options);
      }),
    );
  command('tools [name]', 'list the tools, or show one with its parameters').action(
    run(async () => (await import('./commands/tools.ts')).tools),
  );
  command('changes [path]', 'show what was changed, newest first')
    .option('--limit <n>', 'how many (default 20)')
    .option('--diff', 'with the differences')
    .action(run(async () => (await import('./commands/changes.ts')).changes));
  command('undo [path]', "take back a file's last change, or the last turn")
    .option('--turn <n>', 'take back this turn')
    .option('--force', 'overwrite what others changed since')
    .action(run(async () => (await import('./commands/undo.ts')).undo));
  command('redo', 'bring back what the last undo took').action(
    run(async () => (await import('./commands/undo.ts')).redo),
  );

  const plan = program.command('plan').description('show, apply or drop planned changes');
  for (const [action, description] of [
    ['show', 'show one diff of all that is planned'],
    ['apply', 'write what is planned, in order'],
    ['drop', 'forget what is planned'],
  ] as const) {
    command(action, description, plan).action(
      run(async () => {
        const commands = await import('./commands/plan.ts');
        return options => commands.plan(action, options);
      }),
    );
  }

  const policy = program.command('policy').description('show the policy in force, or try another one');
  command('show', 'the rules in force and where each came from', policy).action(
    run(async () => (await import('./commands/policy.ts')).showPolicy),
  );
  command(
    'replay <proposed>',
    'try a policy (name or file) over the recorded calls; print verdicts that differ',
    policy,
  )
    .option('--limit <n>', 'how many recorded calls (default 10000)')
    .action(run(async () => (await import('./commands/policy.ts')).replayPolicy));
  command('saved', 'rules that were saved by answering "always"', policy)
    .option('--forget <id>', 'forget this one')
    .action(run(async () => (await import('./commands/policy.ts')).savedRules));

  const approvals = program.command('approvals').description('calls that wait for a person');
  command('list', 'what waits for an answer', approvals).action(
    run(async () => (await import('./commands/approvals.ts')).listApprovals),
  );
  command('answer <id> <answer>', 'allow_once, allow_always, reject_once or reject_always', approvals)
    .option('--args <json>', 'run it with these arguments instead')
    .action(run(async () => (await import('./commands/approvals.ts')).answerApproval));

  const letters = program.command('dead-letters').description('calls that failed for good');
  command('list', 'list them', letters).action(
    run(async () => {
      const { deadLetters } = await import('./commands/dead-letters.ts');
      return options => deadLetters('list', undefined, options);
    }),
  );
  for (const [action, description] of [
    ['show', 'show one'],
    ['retry', 'run one again, by hand'],
    ['drop', 'forget one'],
  ] as const) {
    command(`${action} <id>`, description, letters).action(
      run(async () => {
        const { deadLetters } = await import('./commands/dead-letters.ts');
        return (id: string, options) => deadLetters(action, id, options);
      }),
    );
  }

  command('trust', "trust this workspace's config as it is now")
    .option('--remove', 'no longer trust it')
    .action(run(async () => (await import('./commands/trust.ts')).trust));
  command('doctor', 'say what works on this machine and what to install').action(
    run(async () => (await import('./commands/doctor.ts')).doctor),
  );
  command('init', 'write a commented config into this folder').action(
    run(async () => (await import('./commands/init.ts')).init),
  );
  command('demo', 'watch a scripted agent at work in a temporary folder; needs no key').action(
    run(async () => (await import('./commands/demo.ts')).demo),
  );
  return program;
}

function needTool(program: Command, tool: string | undefined, options: { jsonl?: boolean }): undefined {
  if (options.jsonl ? tool !== undefined : tool === undefined) {
    program.error(
      options.jsonl ? 'error: --jsonl takes the tools from its lines' : 'error: name a tool, or give --jsonl',
      { exitCode: 2 },
    );
  }
  return undefined;
}
