import type { Explanation } from '../../pipeline/explain.ts';
import { EXIT } from '../exit-codes.ts';
import { readCalls } from '../jsonl.ts';
import type { CommonOptions } from '../options.ts';
import { explanationJson } from '../outcome-line.ts';
import { type CliSession, withGate } from '../session.ts';
import { printable } from '../terminal.ts';
import { readArgs } from './exec.ts';

export interface ExplainOptions extends CommonOptions {
  readonly args?: string;
  readonly jsonl?: boolean;
}

/** Says what would be decided about a call; runs nothing. */
export function explain(tool: string | undefined, options: ExplainOptions): Promise<number> {
  return withGate({ ...options, input: false }, session => {
    return options.jsonl ? explainLines(session) : explainOne(session, tool ?? '', options);
  });
}

async function explainOne({ gate, terminal }: CliSession, name: string, options: ExplainOptions): Promise<number> {
  const explanation = await gate.explain({ name, args: readArgs(options.args) });
  if (options.json) terminal.result(JSON.stringify(explanationJson(explanation)));
  else if (explanation.error) terminal.problem(printable(`${explanation.error.code}: ${explanation.error.message}`));
  else terminal.result(printable(describe(explanation)));
  return explanation.error ? EXIT.failed : EXIT.done;
}

async function explainLines({ gate, terminal }: CliSession): Promise<number> {
  let failed = false;
  for await (const line of readCalls(process.stdin)) {
    if ('problem' in line) {
      const { id, problem } = line;
      terminal.result(
        JSON.stringify({ ...(id === undefined ? {} : { id }), error: { code: 'INVALID_ARGUMENTS', message: problem } }),
      );
      failed = true;
      continue;
    }
    const { id, tool, args } = line.call;
    const explanation = await gate.explain({ id, name: tool, args });
    if (explanation.error) failed = true;
    terminal.result(JSON.stringify(explanationJson(explanation)));
  }
  return failed ? EXIT.failed : EXIT.done;
}

function describe(explanation: Explanation & { error?: undefined }): string {
  const { tool, args, verdict, danger, reasons, effects, sandbox, notes } = explanation;
  const touched =
    effects === 'everything'
      ? ['everything']
      : effects.map(effect => `${effect.kind} ${effect.resource}${effect.tree ? '/**' : ''}`);
  return [
    `${tool} ${JSON.stringify(args)}`,
    `verdict  ${verdict}`,
    `danger   ${danger}`,
    `effects  ${touched.join('\n         ') || 'none'}`,
    `sandbox  ${sandbox}`,
    ...reasons.map(reason => `because  ${reason.text} (${reason.from}: ${reason.verdict})`),
    ...notes,
  ].join('\n');
}
