import type { ParserOptions } from 'oxc-parser';
import type { ScriptLanguage } from '../language.ts';
import { createLocator, MAX_PROBLEMS, type SyntaxProblem } from '../problem.ts';

type SourceType = NonNullable<ParserOptions['sourceType']>;

interface ScriptReading {
  readonly lang: NonNullable<ParserOptions['lang']>;
  /** Ways to read a text; code that is legal in one of them is legal. */
  readonly types: readonly SourceType[];
}

const EITHER: readonly SourceType[] = ['module', 'commonjs'];

// The readings of each language. Plain JavaScript may hold JSX: many projects write it so.
const READINGS: Readonly<Record<ScriptLanguage, ScriptReading>> = {
  js: { lang: 'jsx', types: EITHER },
  mjs: { lang: 'jsx', types: ['module'] },
  cjs: { lang: 'jsx', types: ['commonjs'] },
  ts: { lang: 'ts', types: EITHER },
  mts: { lang: 'ts', types: ['module'] },
  cts: { lang: 'ts', types: EITHER },
  tsx: { lang: 'tsx', types: EITHER },
  dts: { lang: 'dts', types: ['module'] },
};

/** Problems of JavaScript and TypeScript by oxc. The text must be ordinary: oxc can neither be stopped nor caught. */
export async function scriptProblems(language: ScriptLanguage, text: string): Promise<SyntaxProblem[]> {
  const { parseSync } = await import('oxc-parser');
  const { lang, types } = READINGS[language];
  const readings = types.map(sourceType => () => {
    const { errors } = parseSync(`file.${lang === 'dts' ? 'd.ts' : lang}`, text, { lang, sourceType });
    return errors.filter(error => error.severity === 'Error');
  });
  let fewest = readings[0]!();
  for (const read of readings.slice(1)) {
    if (fewest.length === 0) return [];
    const errors = read();
    if (errors.length < fewest.length) fewest = errors;
  }
  const locate = createLocator(text);
  return fewest.slice(0, MAX_PROBLEMS).map(({ message, labels }) => locate(labels[0]?.start ?? 0, message));
}
