import { Argument, Command, Option } from 'commander';
import { ANSWERS } from '../approval/request.ts';
import { nearest } from '../tool/text/nearest.ts';
import { COMPLETED_SHELLS } from './commands/completion/scripts.ts';
import { EDITOR_NAMES } from './commands/init/editors.ts';
import { addTaskCommands } from './commands/tasks/add-task-commands.ts';
import { type Action, mergedOptions, wholeNumber, withCommonOptions } from './options.ts';

interface ProgramOptions {
  readonly version: string;
  /** Called with what the chosen command exits with. */
  readonly exit: (code: number) => void;
}

const CALL_EXAMPLES = `
Examples:
  toolgate exec read_file --args '{"path":"README.md","limit":5}'
  toolgate exec write_file --args @args.json --plan
  echo '{"id":1,"tool":"glob","args":{"pattern":"**/*.ts"}}' | toolgate exec --jsonl`;

const RUN_EXAMPLES = `
Examples:
  toolgate run "Which files use the deprecated parser?" --agent explorer --model anthropic/claude-sonnet-4-5
  toolgate run "Make the tests of src/price.ts pass" --policy privileged
  OPENAI_BASE_URL=http://127.0.0.1:8080/v1 toolgate run "…" --model openai-compatible/local`;

const WORKER_HELP = `
Workers share a PostgreSQL database: TOOLGATE_STORE=postgres://USER:PASSWORD@HOST/DATABASE, or "store" in your config.
On several machines give the workspace one name with "workspaceID". A worker that is stopped hands back what it has.`;

const COMPLETION_HELP = `
For bash, in ~/.bashrc:   source <(toolgate completion bash)
For zsh, in ~/.zshrc:     source <(toolgate completion zsh)
For fish:                 toolgate completion fish > ~/.config/fish/completions/toolgate.fish
For PowerShell, in $PROFILE:  toolgate completion powershell | Out-String | Invoke-Expression`;

const AFTER_ALL = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied, 124 timeout, 130 interrupted.
Start with: toolgate demo`;

/** All commands. Each loads its code only when it is chosen. */
export function createProgram({ version, exit }: ProgramOptions): Command {
  const program = new Command('toolgate')
    .description("Everything between a model's tool call and its effect.")
    .version(version)
    .helpCommand(false)
    // An option after a command's name is the command's: the value of `--args` is never taken for an option.
    .enablePositionalOptions()
    .configureHelp({ subcommandTerm: each => [each.name(), ...each.registeredArguments.map(nameOf)].join(' ') })
    .addHelpText('after', AFTER_ALL);

  /** Loads the code of a command and runs it. */
  const run = (load: () => Promise<Action>) =>
    async function (this: Command, ...given: unknown[]): Promise<void> {
      const operands = given.slice(0, -2);
      const action = (await load()) as (...args: unknown[]) => Promise<number>;
      exit(await action(...operands, mergedOptions(this)));
    };
  const command = (usage: string, description: string, parent: Command = program): Command =>
    parent.command(usage).description(description);
  /** A command with commands of its own; alone it does what its first one does. */
  const group = (name: string, description: string, load: () => Promise<Action>): Command => {
    const made = command(name, description)
      .helpCommand(false)
      .enablePositionalOptions()
      .usage('[options] [command]')
      .argument('[command]');
    return made.action(async function (this: Command, word: string | undefined) {
      if (word !== undefined) unknownCommand(made, word);
      exit(await ((await load()) as (options: unknown) => Promise<number>)(mergedOptions(this)));
    });
  };

  const args = new Option('--args <json>', "the call's arguments: JSON, @FILE, or - for standard input");
  const jsonl = new Option(
    '--jsonl',
    'read {"id","tool","args","turn"} lines from standard input, write one line each',
  );

  command('exec [tool]', 'run a tool through the whole pipeline')
    .addOption(args)
    .addOption(jsonl)
    .option('--plan', 'keep changes in the plan instead of writing them')
    .option('--background', 'have a worker run it (see worker), and print the id of the run')
    .addHelpText('after', CALL_EXAMPLES)
    .action(run(async () => (await import('./commands/exec.ts')).exec));
  command('run', 'give a task to an agent, and watch it work')
    .addArgument(new Argument('[task]', 'in quotes; - or nothing reads it from standard input'))
    .option('--agent <type>', 'explorer, coder, reviewer, orchestrator, or one of your own (default coder)')
    .option('--model <name>', 'provider/name, or a name of "models" in the config')
    .addHelpText('after', RUN_EXAMPLES)
    .action(run(async () => (await import('./commands/run.ts')).runTask));
  command('explain [tool]', 'say what would be decided about a call, and why; runs nothing')
    .addOption(args)
    .addOption(jsonl)
    .action(run(async () => (await import('./commands/explain.ts')).explainByCommand));
  command('tools [name]', 'list the tools, or show one with its parameters').action(
    run(async () => (await import('./commands/tools.ts')).tools),
  );
  const changes = command('changes [path]', 'show what was changed, newest first, and what waits to be written')
    .helpCommand(false)
    .enablePositionalOptions()
    .usage('[options] [path] [command]')
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .option('--diff', 'with the differences')
    .action(run(async () => (await import('./commands/changes.ts')).changes));
  const settle = (action: 'apply' | 'drop') => async () => {
    const { settleByCommand } = await import('./commands/changes.ts');
    return (id: string, options: Parameters<typeof settleByCommand>[2]) => settleByCommand(action, id, options);
  };
  command('apply <id>', 'write a pending change set over what is there now', changes).action(run(settle('apply')));
  command('drop <id>', 'forget a pending change set', changes).action(run(settle('drop')));
  command('undo [path]', "take back a file's last change, or the last turn")
    .addOption(new Option('--turn <n>', 'take back this turn').argParser(wholeNumber(0)))
    .option('--force', 'overwrite what others changed since')
    .action(run(async () => (await import('./commands/undo.ts')).undoByCommand));
  command('redo', 'bring back what the last undo took').action(
    run(async () => (await import('./commands/undo.ts')).redoByCommand),
  );

  const planned = (action: 'show' | 'apply' | 'drop') => async () => {
    const { plan } = await import('./commands/plan.ts');
    return (options: Parameters<typeof plan>[1]) => plan(action, options);
  };
  const plan = group('plan', 'show, apply or drop what was made with exec --plan', planned('show'));
  command('show', 'show one diff of all that is planned', plan).action(run(planned('show')));
  command('apply', 'write what is planned, in order', plan).action(run(planned('apply')));
  command('drop', 'forget what is planned', plan).action(run(planned('drop')));

  const show = async () => (await import('./commands/policy.ts')).printPolicy;
  const policy = group('policy', 'show the policy in force, or try another one', show);
  command('show', 'the rules in force and where each came from', policy).action(run(show));
  command('replay <proposed>', 'try a policy (name or file) over the recorded calls; print what differs', policy)
    .option('--limit <n>', 'how many recorded calls (default 10000)', wholeNumber(1))
    .action(run(async () => (await import('./commands/policy.ts')).printReplay));
  command('saved', 'rules that were saved by answering "always"', policy)
    .option('--forget <id>', 'forget this one')
    .action(run(async () => (await import('./commands/policy.ts')).savedRules));

  const waiting = async () => (await import('./commands/approvals.ts')).printApprovals;
  const approvals = group('approvals', 'calls that wait for a person', waiting);
  command('list', 'what waits for an answer', approvals).action(run(waiting));
  command('show', 'show one as it is asked', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .action(run(async () => (await import('./commands/approvals.ts')).showApproval));
  command('answer', 'answer one', approvals)
    .addArgument(new Argument('<id>', 'as approvals list shows it'))
    .addArgument(new Argument('<answer>', 'what to do with the call').choices(ANSWERS))
    .option('--args <json>', 'with a yes: run it with these arguments instead')
    .option('--message <text>', 'a word to the model')
    .action(run(async () => (await import('./commands/approvals.ts')).answerByCommand));

  addTaskCommands({ group, command, run });

  command('usage', 'calls, time, bytes and estimated tokens so far')
    .addOption(new Option('--by <what>', 'of what').choices(['tool', 'agent', 'session']).default('tool'))
    .action(run(async () => (await import('./commands/usage.ts')).usage));

  const letter = (action: 'show' | 'retry' | 'drop') => async () => {
    const { deadLetter } = await import('./commands/dead-letters.ts');
    return (id: string, options: Parameters<typeof deadLetter>[2]) => deadLetter(action, id, options);
  };
  const dead = async () => (await import('./commands/dead-letters.ts')).printDeadLetters;
  const letters = group('dead-letters', 'calls that failed for good', dead);
  command('list', 'list them', letters).action(run(dead));
  command('show <id>', 'show one', letters).action(run(letter('show')));
  command('retry <id>', 'run one again, by hand', letters).action(run(letter('retry')));
  command('drop <id>', 'forget one', letters).action(run(letter('drop')));

  command('worker', 'run agents and calls for others on this workspace, until it is stopped')
    .option('--slots <n>', 'how many at once (default 20); what waits for a person takes none', wholeNumber(1))
    .addHelpText('after', WORKER_HELP)
    .action(run(async () => (await import('./commands/worker.ts')).worker));
  const listed = async () => (await import('./commands/runs.ts')).listRuns;
  const runs = group('runs', 'what workers run, have run and will run', listed);
  command('list', 'the last ones', runs)
    .option('--limit <n>', 'how many (default 20)', wholeNumber(1))
    .action(run(listed));
  command('show <id>', 'show one with its result', runs).action(
    run(async () => (await import('./commands/runs.ts')).printRun),
  );
  command('wait <id>', 'wait until one has ended, and show its result', runs).action(
    run(async () => (await import('./commands/runs.ts')).waitForRun),
  );
  command('cancel <id>', 'end one and all that it has started', runs).action(
    run(async () => (await import('./commands/runs.ts')).cancelRun),
  );

  command('serve', 'serve agents and people over HTTP on this machine: MCP and the console, behind a token')
    .option('--port <n>', 'where to listen (default 7717; 0 takes a free one)', wholeNumber(0))
    .option('--no-wait', 'refuse what asks when its client cannot show the question, instead of waiting for an answer')
    .option(
      '--structured',
      'send values beside the text, for programs; most assistants would show a model those instead',
    )
    .option('--demo', 'a sample workspace, with a scripted agent that can be started from the page; needs no key')
    .addHelpText(
      'after',
      '\nThe token for agents is new with each start, or what TOOLGATE_TOKEN says; so is the one in the link for people\n(TOOLGATE_CONSOLE_TOKEN), which agents must not have: it answers approvals. The asking token (TOOLGATE_ASKING_TOKEN)\nis for clients that you trust to put questions to you: what such a client answers counts as your word.',
    )
    .action(
      run(async () => {
        const { serve } = await import('./commands/serve.ts');
        return (options: Parameters<typeof serve>[0]) => serve(options, version);
      }),
    );
  command('mcp', 'the same on standard input and output, for the assistant that starts it')
    .option('--wait', 'what asks waits for an answer (see approvals) when the client cannot show the question')
    .option(
      '--structured',
      'send values beside the text, for programs; most assistants would show a model those instead',
    )
    .action(
      run(async () => {
        const { mcp } = await import('./commands/mcp.ts');
        return (options: Parameters<typeof mcp>[0]) => mcp(options, version);
      }),
    );
  command('trust', "trust this workspace's config as it is now")
    .option('--remove', 'no longer trust it')
    .action(run(async () => (await import('./commands/trust.ts')).trust));
  command('sign-in', 'sign in to an MCP server of the config that wants it, in your browser')
    .addArgument(new Argument('<server>', 'its name in "mcpServers"'))
    .option('--forget', 'forget an earlier sign-in')
    .action(run(async () => (await import('./commands/sign-in.ts')).signIn));
  command('doctor', 'say what works on this machine and what to install').action(
    run(async () => (await import('./commands/doctor/doctor.ts')).doctor),
  );
  command('init', 'write a commented config into this folder, and what your editor needs to start toolgate')
    .addOption(new Option('--editor <name>', 'the editor or assistant').choices([...EDITOR_NAMES, 'none']))
    .action(run(async () => (await import('./commands/init/init.ts')).init));
  command('demo', 'watch a scripted agent at work in a temporary folder; needs no key').action(
    run(async () => (await import('./commands/demo/demo.ts')).demo),
  );
  command('completion', 'print a script that completes commands, options and names of tools in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(COMPLETED_SHELLS))
    .addHelpText('after', COMPLETION_HELP)
    .action(run(async () => (await import('./commands/completion/completion.ts')).printCompletion));
  // What those scripts ask: toolgate complete -- WORDS.
  program.command('complete [words...]', { hidden: true }).action(async (words: readonly string[]) => {
    const { completeWords } = await import('./commands/completion/completion.ts');
    exit(await completeWords(program, words));
  });
  program
    .command('help [command...]')
    .description('say more about a command')
    .action((words: readonly string[]) => commandNamed(program, words).help());
  for (const each of listCommands(program)) withCommonOptions(each);
  return program;
}

export const listCommands = (program: Command): Command[] => [
  program,
  ...program.commands.flatMap(command => listCommands(command as Command)),
];

const nameOf = (argument: Argument): string => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`);

function commandNamed(program: Command, words: readonly string[]): Command {
  let at = program;
  for (const word of words) at = at.commands.find(command => command.name() === word) ?? unknownCommand(at, word);
  return at;
}

function unknownCommand(parent: Command, word: string): never {
  const names = parent.commands.map(command => command.name());
  const [near] = nearest(word, names, 1);
  return parent.error(`error: unknown command '${word}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}
