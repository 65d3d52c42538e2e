import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { walk } from '../../src/search/files/walk.ts';
import { openCodeIndex } from '../../src/search/open-code-index.ts';
import { findDefinitions } from '../../src/search/outline/definitions.ts';
import { grammarOf } from '../../src/search/outline/grammars.ts';
import { hold } from '../contest.ts';
import type { Part, PartResult } from '../part.ts';
import { inFolder } from '../part.ts';
import { makeCodeTree } from '../tree.ts';
import { ripgrep } from './files.ts';

const QUESTIONS = join(import.meta.dirname, '../search-questions/ai.json');
const PROGRAM = join(import.meta.dirname, '../search-code.ts');

/** The index of the code: built, and asked. */
export const measure: Part = async options => {
  const results: PartResult['contests'][number][] = [];
  const facts: { what: string; value: string }[] = [];
  await inFolder(options, async made => {
    const folder = realpathSync(made);
    const root = join(folder, 'tree');
    makeCodeTree(root, options.quick ? 200 : 20_000);
    const { files } = await walk(root);
    const open = (name: string) => openCodeIndex({ root, folder: join(folder, name) });
    const build = async (round: number) => {
      const index = await open(`index${round}`);
      await index.settled();
      await index.close();
      rmSync(join(folder, `index${round}`), { recursive: true });
    };
    results.push(
      await hold(
        {
          work: 'index of the code',
          measure: 'wall',
          rounds: 3,
          contestants: [
            { name: 'each file read and parsed, one thread', role: 'floor', once: () => parseAll(root, files) },
            { name: 'toolgate search_code', role: 'ours', once: build },
          ],
        },
        options,
      ),
    );
    const index = await open('kept');
    await index.settled();
    const { questions } = JSON.parse(readFileSync(QUESTIONS, 'utf8')) as { questions: { ask: string }[] };
    const textAt = (round: number) => questions[round % questions.length]?.ask ?? '';
    results.push(
      await hold(
        {
          work: 'a question about the code',
          measure: 'wall',
          contestants: [
            {
              name: 'rg of one of its words',
              role: 'floor',
              once: at => ripgrep(root, ['-n', '-w', longest(textAt(at)), './']),
            },
            { name: 'toolgate search_code', role: 'ours', once: at => index.search({ text: textAt(at), limit: 10 }) },
          ],
        },
        options,
      ),
    );
    await index.close();
    const most = Number(execFileSync(process.execPath, [PROGRAM, 'memory', root], { encoding: 'utf8' }));
    const what = `memory at most, index of ${files.length.toLocaleString('en')} files`;
    facts.push({ what, value: `${(most / 2 ** 20).toFixed(0)} MB` });
    return { contests: [] };
  });
  return { contests: results, facts };
};

/** The least that an index of symbols must do. */
async function parseAll(root: string, files: readonly string[]): Promise<void> {
  for (const path of files) {
    const grammar = grammarOf(path);
    const text = readFileSync(join(root, path), 'utf8');
    if (grammar && text.length < 2 ** 20) await findDefinitions(text, grammar);
  }
}

const longest = (text: string): string => text.match(/\w+/g)?.sort((a, b) => b.length - a.length)[0] ?? text;
