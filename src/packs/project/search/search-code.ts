import type { IndexState } from '../../../search/port.ts';
import { FOLDER, otherNames } from '../../../text/other-names.ts';
import { previewHead } from '../../../text/previews.ts';
import { withNotes } from '../../../text/say.ts';
import { define, type Info } from '../../../tool/define.ts';
import { readsTree } from '../../../tool/effect.ts';
import { compileGlobs } from '../../../tool/glob/compile-glob.ts';
import { sayMissing } from '../../filesystem/missing.ts';
import type { ProjectServices } from '../services.ts';
import { searchByWords } from './by-words.ts';
import {
  type CodeSearchResult,
  phraseIn,
  type SearchAnswer,
  type SearchCodeArgs,
  searchParameters,
  searchReturns,
} from './result.ts';
import { sayState, tellProgress } from './say-state.ts';
import { showHits } from './show-hits.ts';

/** The results, each as `path:line  kind name`, and a few lines of it. */
function renderResults(results: readonly CodeSearchResult[], args: SearchCodeArgs): string {
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

/** The factor by which more hits are asked for than are shown, since some may be hidden or gone. */
const SPARE = 3;

export const searchCode = ({ index }: ProjectServices): Info =>
  define('search_code', {
    description:
      'Search the code by a question or a name, ranked, definitions first; for exact text or regex use grep.',
    parameters: searchParameters,
    returns: searchReturns,
    permissions: { required: ['read'] },
    effects: ({ path }) => [readsTree(path)],
    danger: 'safe',
    idempotent: true,
    parameterNames: otherNames({
      query: ['question', 'search', 'q', 'text', 'search_query', 'pattern', 'symbol'],
      path: [...FOLDER, 'target_directories', 'in'],
      globs: ['glob', 'include', 'file_pattern'],
      language: ['lang', 'file_type'],
      kind: ['symbol_kind', 'type'],
      limit: ['max_results', 'num_results', 'top_k', 'count'],
    }),
    preview: previewHead,
    execute: async (args, ctx) => {
      const stat = await ctx.files.stat(args.path);
      if (!stat) throw await sayMissing(args.path, ctx);
      const path = ctx.files.resolve(args.path).relative;
      const { globs, language, kind } = args;
      // A glob that is too costly is refused here: the index itself only gets globs inside of SQL.
      compileGlobs(globs ?? []);
      const where = { path, globs, language, kind };
      const opened = index();
      const stopTelling = tellProgress(opened, ctx);
      const answer = await opened
        .then(async code => {
          const hidden = code.embeds ? await hiddenBelow(ctx.files) : [];
          return code.search({ text: args.query, ...where, limit: args.limit * SPARE + 20, hidden, signal: ctx.abort });
        })
        .catch(error => {
          if (ctx.abort.aborted) throw error;
          // Ripgrep can still search without an index.
          return undefined;
        })
        .finally(stopTelling);
      const shown = await showHits(answer?.hits ?? [], args, ctx.files);
      const toTheLetter = phraseIn(args.query) !== undefined;
      const complete = answer !== undefined && !answer.state.building && shown.length > 0 && !toTheLetter;
      const known = new Set(toTheLetter ? [] : shown.map(one => one.path));
      const more = complete ? [] : await searchByWords({ ...args, path }, ctx, known);
      const results = (toTheLetter ? [...more, ...shown] : [...shown, ...more]).slice(0, args.limit);
      const state = await sayState(answer?.state, path, ctx.files);
      return {
        title: `${results.length === 0 ? 'Nothing' : results.length} for ${JSON.stringify(args.query.slice(0, 60))}`,
        output: withNotes(renderResults(results, args), state.notes),
        value: { results, ...state.value, ranking: rankingOf(answer?.state) },
        metadata: { query: args.query, results: results.length, building: state.value.building },
      };
    },
  }) as Info;

async function hiddenBelow(files: { root: string; hiddenPaths(): Promise<readonly string[]> }): Promise<string[]> {
  const paths = await files.hiddenPaths();
  return paths.filter(path => path.startsWith(`${files.root}/`)).map(path => path.slice(files.root.length + 1));
}

const rankingOf = (state: IndexState | undefined): SearchAnswer['ranking'] =>
  state === undefined ? 'ripgrep' : state.meaning ? 'words and meaning' : 'words';
