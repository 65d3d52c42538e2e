import type { GrammarLanguage, ScriptLanguage, SourceLanguage } from './language.ts';
import { newProblems } from './new-problems.ts';
import { isOrdinary } from './ordinary.ts';
import type { SyntaxProblem } from './problem.ts';

export interface TextChange {
  readonly language: SourceLanguage;
  readonly before: string | undefined;
  readonly after: string;
}

type TextParser = (text: string) => Promise<SyntaxProblem[]>;

const SCRIPTS: Readonly<Record<ScriptLanguage, 'javascript' | 'typescript' | 'tsx'>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  dts: 'typescript',
  tsx: 'tsx',
};

/** The problems that a change brings into a text. Loads the language's parser when first needed. */
export async function findSyntaxProblems(change: TextChange): Promise<SyntaxProblem[]> {
  const { language } = change;
  if (isScript(language)) return checkScript(language, change);
  return compare(await parserFor(language), change);
}

async function compare(parse: TextParser, { before, after }: TextChange): Promise<SyntaxProblem[]> {
  const problems = await parse(after);
  if (problems.length === 0 || before === undefined) return problems;
  return newProblems({ text: before, problems: await parse(before) }, { text: after, problems });
}

/**
 * Checks a script with oxc. It stops at the first grave error, so in a file that was broken before it may miss the new
 * one. Tree-sitter reads on past errors: it is asked then, and for a text that oxc could choke on.
 */
async function checkScript(language: ScriptLanguage, change: TextChange): Promise<SyntaxProblem[]> {
  const { before, after } = change;
  if (SCRIPTS[language] === 'javascript' && isFlow(after)) return [];
  const { grammarProblems } = await import('./parsers/grammar.ts');
  const tolerant: TextParser = text => grammarProblems(SCRIPTS[language], text);
  if (!isOrdinary(after) || (before !== undefined && !isOrdinary(before))) return compare(tolerant, change);

  const { scriptProblems } = await import('./parsers/script.ts');
  const problems = await scriptProblems(language, after);
  if (problems.length === 0 || before === undefined) return problems;
  const problemsBefore = await scriptProblems(language, before);
  if (problemsBefore.length === 0) return problems;
  const found = newProblems({ text: before, problems: problemsBefore }, { text: after, problems });
  const more = (await compare(tolerant, change)).filter(p => found.every(known => Math.abs(known.line - p.line) > 1));
  return [...found, ...more].sort((a, b) => a.line - b.line);
}

async function parserFor(language: Exclude<SourceLanguage, ScriptLanguage>): Promise<TextParser> {
  if (language === 'json' || language === 'jsonc') {
    const { jsonProblems } = await import('./parsers/json.ts');
    return text => jsonProblems(text, { comments: language === 'jsonc' });
  }
  if (language === 'yaml') return (await import('./parsers/yaml.ts')).yamlProblems;
  const { grammarProblems } = await import('./parsers/grammar.ts');
  const grammar: GrammarLanguage = language;
  return text => grammarProblems(grammar, text);
}

const isScript = (language: SourceLanguage): language is ScriptLanguage => Object.hasOwn(SCRIPTS, language);

/** Whether a text is Flow, whose types are neither JavaScript nor TypeScript. */
const isFlow = (text: string): boolean => /^\s*(?:\/\/|\/\*|\*).*@flow\b/m.test(text.slice(0, 1_000));
