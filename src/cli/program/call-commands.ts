import { Argument, Option } from 'commander';
import { planOption, roleOption } from '../options.ts';
import type { CommandMaker } from './command-maker.ts';

const CALL_EXAMPLES = `
Examples:
  toolgate exec read_file --args '{"path":"README.md","limit":5}'
  toolgate exec write_file --args @args.json --plan
  echo '{"id":1,"tool":"glob","args":{"pattern":"**/*.ts"}}' | toolgate exec --jsonl`;

const RUN_EXAMPLES = `
Examples:
  toolgate run "Which files use the deprecated parser?" --agent explorer --model anthropic/claude-sonnet-4-5
  toolgate run "Make the tests of src/price.ts pass" --policy privileged
  toolgate run "Rename the module price to cost" --plan
  toolgate run --continue "Now the same for src/tax.ts"
  OPENAI_BASE_URL=http://127.0.0.1:8080/v1 toolgate run "…" --model openai-compatible/local`;

export function addCallCommands({ command, run }: CommandMaker): void {
  const args = new Option('--args <json>', "the call's arguments: JSON, @FILE, or - for standard input");
  const lines = 'read {"id","tool","args","turn"} lines from standard input, write one line each';
  const jsonl = new Option('--jsonl', lines);
  command('exec [tool]', 'run a tool through the whole pipeline')
    .addOption(args)
    .addOption(jsonl)
    .addOption(planOption())
    .addOption(roleOption())
    .option('--background', 'have a worker run it (see worker), and print the id of the run')
    .addHelpText('after', CALL_EXAMPLES)
    .action(run(() => import('../commands/exec.ts'), 'exec'));
  command('run', 'give a task to an agent, and watch it work')
    .addArgument(new Argument('[task]', 'in quotes; - or nothing reads it from standard input, or asks at a terminal'))
    .option('--agent <type>', 'explorer, coder, reviewer, orchestrator, or one of your own (default coder)')
    .option('--model <name>', 'provider/name, or a name of "models" in the config')
    .addOption(planOption())
    .option('--continue [id]', 'go on with the last run of this workspace, or this one, also after a crash')
    .addHelpText('after', RUN_EXAMPLES)
    .action(run(() => import('../commands/run/run.ts'), 'runTask'));
  command('explain [tool]', 'say what would be decided about a call, and why; runs nothing')
    .addOption(args)
    .addOption(jsonl)
    .addOption(roleOption())
    .action(run(() => import('../commands/explain.ts'), 'explainByCommand'));
  command('tools [name]', 'list the tools, or show one with its parameters')
    .addOption(roleOption())
    .action(run(() => import('../commands/tools.ts'), 'tools'));
}
