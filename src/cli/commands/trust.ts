import { hashAgentFiles, projectAgentFiles } from '../../config/files/agent-files.ts';
import { projectConfigText } from '../../config/files/project-config.ts';
import {
  areAgentsTrusted,
  distrustWorkspace,
  isCodeTrusted,
  isTrustedWorkspace,
  trustWorkspace,
} from '../../config/files/trust.ts';
import type { CommonOptions } from '../options.ts';
import { readSettings, terminalFor } from '../session.ts';
import { requirePerson } from '../terminal/require-person.ts';
import { printable, toPrintableLine } from '../terminal/terminal.ts';

export async function trust(options: CommonOptions & { remove?: boolean }): Promise<void> {
  const terminal = terminalFor(options);
  const { workspace, withheld, projectCode } = await readSettings(options);
  const { root, configFile } = workspace;
  const shown = toPrintableLine(root);
  const answer = (trusted: boolean, text: string): void =>
    options.json ? terminal.json({ workspace: root, trusted }) : terminal.result(text);
  if (options.remove) {
    const was = distrustWorkspace(root, process.env);
    return answer(false, was ? `${shown} is no longer trusted.` : `${shown} was not trusted.`);
  }
  const text = configFile && projectConfigText(workspace);
  const agents = projectAgentFiles(root);
  if (projectCode.problem) throw projectCode.problem;
  const code = projectCode.code?.code;
  const hashes = { agents: hashAgentFiles(agents), code: code?.hash };
  if (
    isTrustedWorkspace(root, text, process.env) &&
    areAgentsTrusted(root, hashes.agents, process.env) &&
    isCodeTrusted(root, hashes.code, process.env)
  )
    return answer(true, `${shown} is trusted already.`);
  // Whoever is asked must see the files, also with --quiet.
  const show = (file: string, said: string) =>
    terminal.problem(`${toPrintableLine(file)}:\n${printable(said).trimEnd()}\n`);
  if (configFile) {
    show(configFile, text ?? '');
    if (withheld.length > 0) terminal.problem(printable(`What it would get: ${withheld.join('; ')}.`));
    if (configFile.endsWith('.ts'))
      terminal.problem('It is code: it runs with your rights at every start. What it imports may change unseen.');
  }
  for (const { file, text: said } of agents) show(file, said);
  for (const [file, bytes] of code?.files ?? []) show(file, new TextDecoder().decode(bytes));
  if (code) terminal.problem('This is code: it runs with your rights. Packages that it imports may change unseen.');
  const question = questionFor(shown, configFile, { agents: agents.length, code: code?.files.size ?? 0 });
  await requirePerson(`Trusting ${shown}`, { input: options.input, question });
  trustWorkspace(root, text, process.env, hashes);
  return answer(true, `${shown} is trusted.`);
}

function questionFor(
  shown: string,
  configFile: string | undefined,
  { agents, code }: { readonly agents: number; readonly code: number },
): string {
  const files = [
    ...(configFile ? ['this config'] : []),
    ...(agents > 0 ? ['these agents'] : []),
    ...(code > 0 ? ['this code'] : []),
  ];
  return files.length > 0
    ? `Trust ${shown} with ${files.join(' and ')}, as long as the ${files.length > 1 || agents > 1 ? 'files do' : 'file does'} not change?`
    : `Trust ${shown}? It has no config: trust ends when it gets one.`;
}
