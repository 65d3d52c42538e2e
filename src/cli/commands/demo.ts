import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createToolgate } from '../../gate/create-toolgate.ts';
import { callLine } from '../../tool/mask.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { EXIT } from '../exit-codes.ts';
import type { CommonOptions } from '../options.ts';
import { terminalFor } from '../session.ts';
import { printable, type Terminal } from '../terminal.ts';
import { DEMO_FILES, DEMO_STEPS } from './demo-script.ts';

/** Plays a scripted agent in a folder of its own. Every call goes through the real gate. */
export async function demo(options: CommonOptions): Promise<number> {
  const terminal = terminalFor(options);
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-demo-'));
  const workspace = join(folder, 'shop');
  for (const [path, text] of Object.entries(DEMO_FILES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  const gate = await createToolgate({
    workspace,
    store: join(folder, 'state', 'toolgate.db'),
    agent: 'demo',
    policy: { extends: 'standard', rules: [{ effect: 'read', match: '**/.env*', verdict: 'deny', reason: 'secrets' }] },
    approver: request => {
      say(terminal, 'yellow', `  ? ${request.tool} asks: ${request.reason}`);
      say(terminal, 'yellow', '    the person answers: allow_once');
      return 'allow_once';
    },
  });
  const outcomes: Outcome[] = [];
  try {
    for (const [index, step] of DEMO_STEPS.entries()) {
      say(terminal, 'bold', `\n${index + 1}. ${step.says}`);
      if (step.byHand) {
        appendFileSync(join(workspace, step.byHand.file), step.byHand.append);
        say(terminal, 'dim', `  ${step.byHand.says}`);
      }
      for (const call of step.calls) say(terminal, 'cyan', `  > ${callLine(call.name, parsed(call.args))}`);
      const made = await gate.executeAll(step.calls);
      outcomes.push(...made);
      for (const outcome of made) show(terminal, outcome);
    }
    const price = readFileSync(join(workspace, 'src/price.ts'), 'utf8');
    say(terminal, 'bold', '\nIn the end src/price.ts holds the old price and the line that the person wrote:');
    say(terminal, 'dim', indent(price.trimEnd()));
    const recorded = await gate.journal.list({ limit: 100 });
    say(
      terminal,
      'bold',
      `\n${outcomes.length} calls, each on the ledger; ${recorded.length} change sets in the journal.`,
    );
    if (options.json)
      terminal.result(
        JSON.stringify({ calls: outcomes.length, failed: outcomes.filter(outcome => !outcome.ok).length }),
      );
    else terminal.note('Next: toolgate tools, toolgate exec read_file --args \'{"path":"README.md"}\', toolgate init');
  } finally {
    await gate.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return EXIT.done;

  /** With --json only the one document goes to standard output. */
  function say(to: Terminal, style: Parameters<Terminal['style']>[0], text: string): void {
    if (!options.json) to.result(to.style(style, text));
  }

  function show(to: Terminal, outcome: Outcome): void {
    const changes = (outcome.metadata.changes ?? []) as readonly { diff: string }[];
    const text =
      changes.length > 0 ? changes.map(change => change.diff).join('\n') : gate.preview(outcome, 12).join('\n');
    say(
      to,
      outcome.ok ? 'green' : 'red',
      `  ${outcome.ok ? '=' : '!'} ${printable(outcome.ok ? outcome.title : outcome.error.code)}`,
    );
    say(to, 'dim', indent(printable(text)));
  }
}

const parsed = (args: unknown): unknown => (typeof args === 'string' ? JSON.parse(args) : args);
const indent = (text: string): string => text.replace(/^/gm, '    ');
