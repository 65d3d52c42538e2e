import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../../config/find-workspace.ts';
import type { PresetName } from '../../policy/types.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { terminalFor } from '../session.ts';

const CHOICES: readonly { value: PresetName; label: string }[] = [
  { value: 'standard', label: 'standard: read and write files here; no shell, no network' },
  { value: 'read-only', label: 'read-only: only read files here' },
  { value: 'privileged', label: 'privileged: also shell and network, dangerous calls ask' },
];

/** Writes a commented config into the workspace. Never over one that is there. */
export async function init(options: CommonOptions): Promise<number> {
  const terminal = terminalFor(options);
  const folder = options.workspace ?? process.cwd();
  const there = CONFIG_NAMES.find(name => existsSync(join(folder, name)));
  if (there) {
    terminal.problem(`${there} is there already; nothing was changed.`);
    return EXIT.failed;
  }
  const file = join(folder, CONFIG_NAMES[0]);
  writeFileSync(file, configText(await choosePolicy(options)), { flag: 'wx' });
  terminal.result(options.json ? JSON.stringify({ file }) : `Wrote ${file}`);
  terminal.note('Next: toolgate doctor, then toolgate trust (a project config only tightens until you trust it).');
  return EXIT.done;
}

async function choosePolicy(options: CommonOptions): Promise<PresetName> {
  const named = CHOICES.find(choice => choice.value === options.policy);
  if (named) return named.value;
  if (options.yes || !options.input || !process.stdin.isTTY || !process.stderr.isTTY) return 'standard';
  const prompts = await import('@clack/prompts');
  const answer = await prompts.select({
    message: 'What may agents do here?',
    options: [...CHOICES],
    output: process.stderr,
  });
  return prompts.isCancel(answer) ? 'standard' : answer;
}

const configText = (policy: PresetName): string => `{
  // What agents may do here: "read-only", "standard", "privileged", or an object that extends one of them.
  "policy": {
    "extends": ${JSON.stringify(policy)},
    "rules": [
      // A deny always wins; otherwise the last rule that matches. Rules are about what a call touches, whichever tool it is.
      { "effect": "read", "match": "**/.env*", "verdict": "deny", "reason": "secrets" }
    ]
  }

  // Which packs of tools are loaded; left out, all that the policy allows.
  // "packs": ["filesystem", "history", "todo", "discovery"]
}
`;
