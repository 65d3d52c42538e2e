import { createLocator, MAX_PROBLEMS, type SyntaxProblem } from '../problem.ts';

// The most lines of a text whose keys are compared for doubles, which takes quadratic time in the number of keys.
const MAX_LINES_FOR_UNIQUE_KEYS = 3_000;

// Marks of templates of Helm, Jinja and the like, which are YAML only after an engine has run.
const TEMPLATE = /^\s*(?:- )?(?:\{\{[-~]?\s|\{%)|^\s*[\w.-]+:\s*\{\{[^}]/m;

/** Problems of a YAML stream of any number of documents. Unknown tags are no problems; templates are not judged. */
export async function yamlProblems(text: string): Promise<SyntaxProblem[]> {
  if (TEMPLATE.test(text)) return [];
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(text, {
    prettyErrors: false,
    logLevel: 'silent',
    merge: true,
    uniqueKeys: text.split('\n', MAX_LINES_FOR_UNIQUE_KEYS + 1).length <= MAX_LINES_FOR_UNIQUE_KEYS,
  });
  const locate = createLocator(text);
  const problems: SyntaxProblem[] = [];
  for (const document of documents) {
    for (const { message, pos } of document.errors) {
      if (problems.length >= MAX_PROBLEMS) return problems;
      problems.push(locate(pos[0], message));
    }
  }
  return problems;
}
