import type { Explanation } from '../../pipeline/explain.ts';
import { EXIT } from '../exit-codes.ts';
import { readCalls } from '../input/jsonl.ts';
import { readArgs } from '../input/read-args.ts';
import { readUntil } from '../input/standard-input.ts';
import { sayLeftOut } from '../output/explain-left-out.ts';
import { explanationJson } from '../output/outcome-line.ts';
import { type CliSession, terminalFor, withGate } from '../session.ts';
import { outputGone } from '../terminal/streams.ts';
import { printable } from '../terminal/terminal.ts';
import { badLine, type CallCommandOptions, requireToolName } from './exec.ts';

export async function explainByCommand(tool: string | undefined, options: CallCommandOptions): Promise<number> {
  const name = requireToolName(tool, options);
  if (name === undefined) return withGate({ ...options, input: false }, explainLines);
  const args = await readArgs(options.args, terminalFor(options));
  return withGate({ ...options, input: false }, async ({ gate, terminal, settings }) => {
    const explanation = sayLeftOut(await gate.explain({ name, args }), name, settings);
    if (options.json) terminal.result(JSON.stringify(explanationJson(explanation)));
    else if (explanation.error) {
      const { code, message, suggestion } = explanation.error;
      terminal.problem(printable(`${code}: ${message}${suggestion ? `\n${suggestion}` : ''}`));
    } else terminal.result(printable(describe(explanation)));
    return explanation.error ? EXIT.failed : EXIT.done;
  });
}

async function explainLines({ gate, terminal, abort, settings }: CliSession): Promise<number> {
  let failed = false;
  await readUntil(AbortSignal.any([abort, outputGone]), terminal, async input => {
    for await (const line of readCalls(input)) {
      if ('problem' in line) {
        const { ok: _, ...rest } = badLine(line);
        failed = true;
        terminal.result(JSON.stringify(rest));
        continue;
      }
      const { id, tool, args } = line.call;
      const explanation = sayLeftOut(await gate.explain({ id, name: tool, args }), tool, settings);
      if (explanation.error) failed = true;
      terminal.result(JSON.stringify(explanationJson(explanation)));
    }
  });
  if (abort.aborted) return EXIT.interrupted;
  return failed || outputGone.aborted ? EXIT.failed : EXIT.done;
}

const SANDBOX = {
  none: 'none: it runs no program',
  outside: 'none: what it runs is outside of any sandbox',
  required: 'required: it runs in one, or not at all',
  off: 'off: every run is asked for',
} as const;

const REHEARSED = `preview  it would be rehearsed: it runs on a copy first, without the network, and nobody is asked
         where all that it did is inside the policy`;

function describe(explanation: Explanation & { error?: undefined }): string {
  const { tool, args, verdict, danger, reasons, effects, sandbox, rehearsed, notes } = explanation;
  const touched =
    effects === 'everything'
      ? ['everything']
      : effects.map(({ kind, resource, tree }) => `${kind} ${resource}${tree ? ' and all below it' : ''}`);
  return [
    `${tool} ${JSON.stringify(args)}`,
    `verdict  ${verdict}`,
    `danger   ${danger}`,
    ...reasons.flatMap(({ text, from, verdict: said, suggestion, forPeople }) => [
      `because  ${text} (${from}: ${said})`,
      ...[forPeople ?? suggestion].filter(Boolean).map(next => `         ${next}`),
    ]),
    `effects  ${touched.join('\n         ') || 'none'}`,
    `sandbox  ${SANDBOX[sandbox]}`,
    ...(rehearsed ? [REHEARSED] : []),
    ...notes,
  ].join('\n');
}
