import type { SearchCodeArgs } from './parameters.ts';
import type { CodeSearchResult } from './result.ts';

/** The results, each as `path:line  kind name`, and a few lines of it. */
export function renderResults(results: readonly CodeSearchResult[], args: SearchCodeArgs): string {
  if (results.length === 0) return sayNothing(args);
  return results.map(renderResult).join('\n\n');
}

function renderResult({ path, line, endLine, symbol, container, kind, snippet }: CodeSearchResult): string {
  const lines = endLine !== undefined && endLine > line ? `${line}-${endLine}` : `${line}`;
  const what = [kind === 'text' ? undefined : kind, symbol && [container, symbol].filter(Boolean).join('.')]
    .filter(Boolean)
    .join(' ');
  const head = `${path}:${lines}${what === '' ? '' : `  ${what}`}`;
  return `${head}\n${snippet.replace(/^/gm, '    ')}`;
}

function sayNothing({ query, path, globs, language, kind }: SearchCodeArgs): string {
  const filters = [
    path === '.' ? undefined : `path ${path}`,
    globs && `globs ${globs.join(', ')}`,
    language && `language ${language}`,
    kind && `kind ${kind}`,
  ].filter(Boolean);
  const next = filters.length > 0 ? `Only searched ${filters.join(', ')}: leave that out` : 'Try other words';
  return `Nothing was found for ${JSON.stringify(query.slice(0, 100))}. ${next}, or use grep for an exact text; what .gitignore names is not searched.`;
}
