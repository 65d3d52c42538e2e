import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config-shape.ts';
import { parseConfigText } from '../../src/config/files/parse-config.ts';
import { temporaryWorkspace } from '../../src/testing/temporary-workspace.ts';
import { type Page, pages } from '../support/docs/pages.ts';

interface Example {
  readonly title: string;
  readonly config: Config;
  readonly calls: readonly { readonly name: string; readonly args: string; readonly verdict: string }[];
}

const FILES = {
  '.env': 'KEY=1\n',
  'src/app.ts': 'const a = 1;\n',
  'docs/old.md': 'a\n',
  'migrations/001.sql': 'select a;\n',
  'package.json': '{ "scripts": { "test": "node --test", "build": "node build.js" } }\n',
};

/** Each config, with the calls of the table that stands right below it. */
function examplesOf({ path, text, blocks }: Page): readonly Example[] {
  const lines = text.split('\n');
  return blocks
    .filter(({ language }) => language === 'jsonc')
    .map(block => {
      const end = block.line + block.text.split('\n').length - 1;
      const rows: Example['calls'][number][] = [];
      for (const line of lines.slice(end)) {
        if (!line.startsWith('|')) break;
        const row = /^\| `(\w+) (\{.*\})` \| (\w+) \|$/.exec(line);
        if (row?.[1]) rows.push({ name: row[1], args: row[2] ?? '', verdict: row[3] ?? '' });
      }
      const title = lines.slice(0, block.line).findLast(line => line.startsWith('## ')) ?? path;
      return { title, config: parseConfigText(block.text, `docs/${path}:${block.line}`) as Config, calls: rows };
    });
}

const EXAMPLES = pages()
  .filter(({ path }) => path === 'policies-by-example.md')
  .flatMap(examplesOf);

describe('the policies of the docs', () => {
  it.each(EXAMPLES.filter(({ calls }) => calls.length > 0).map(each => [each.title, each] as const))(
    '%s',
    async (_, { config, calls }) => {
      const workspace = temporaryWorkspace(FILES);
      onTestFinished(() => workspace.remove());
      const gate = await workspace.gate({
        policy: config.policy,
        env: { PATH: process.env.PATH, HOME: workspace.state },
      });
      const verdicts = await Promise.all(
        calls.map(async ({ name, args }) => {
          const explained = await gate.explain({ name, args });
          return [name, args, explained.error ? explained.error.code : explained.verdict];
        }),
      );
      expect(verdicts).toEqual(calls.map(({ name, args, verdict }) => [name, args, verdict]));
    },
  );

  it('the policies of the docs are all tried, and say every verdict', () => {
    expect(EXAMPLES.length).toBeGreaterThan(10);
    const said = new Set(EXAMPLES.flatMap(({ calls }) => calls.map(({ verdict }) => verdict)));
    expect([...said].sort()).toEqual(['allow', 'ask', 'deny']);
    expect(EXAMPLES.flatMap(({ calls }) => calls).length).toBeGreaterThan(25);
  });
});
