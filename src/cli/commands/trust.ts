import { readFileSync } from 'node:fs';
import { distrustWorkspace, isTrusted, trustWorkspace } from '../../config/trust.ts';
import { confirm } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { settingsFor, terminalFor } from '../session.ts';
import { printable } from '../terminal.ts';

/** Trusts this workspace's config as it is now; a changed file is to be trusted anew. */
export async function trust(options: CommonOptions & { remove?: boolean }): Promise<number> {
  const terminal = terminalFor(options);
  const { workspace } = await settingsFor(options, terminal);
  const { root, configFile } = workspace;
  const answer = (trusted: boolean, text: string): number => {
    terminal.result(options.json ? JSON.stringify({ workspace: root, trusted }) : text);
    return EXIT.done;
  };
  if (options.remove) {
    distrustWorkspace(root, process.env);
    return answer(false, `${root} is no longer trusted.`);
  }
  const text = configFile && readFileSync(configFile, 'utf8');
  if (isTrusted(root, text, process.env)) return answer(true, `${root} is trusted already.`);
  if (configFile) terminal.problem(printable(`${configFile}:\n${text}`));
  const question = configFile
    ? `Trust ${root} with this config? It may then loosen the policy.`
    : `Trust ${root}? It has no config yet.`;
  if (!(await confirm(question, options))) {
    terminal.problem('Not trusted. Answer yes at a terminal, or give --yes.');
    return EXIT.denied;
  }
  trustWorkspace(root, text, process.env);
  return answer(true, `${root} is trusted.`);
}
