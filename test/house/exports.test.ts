import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

/** The subpaths with code, and their sources. A name that goes, or comes, shows in the snapshot. */
const SOURCES: Readonly<Record<string, string>> = {
  '.': 'src/index.ts',
  './testing': 'src/testing/index.ts',
  './agents': 'src/agents/index.ts',
  './workers': 'src/workers/index.ts',
  './network': 'src/network/index.ts',
  './ai': 'src/adapters/ai/index.ts',
  './langchain': 'src/adapters/langchain/index.ts',
  './openai': 'src/adapters/openai/index.ts',
  './anthropic': 'src/adapters/anthropic/index.ts',
  './google': 'src/adapters/google/index.ts',
  './claude': 'src/adapters/claude/index.ts',
  './openai-agents': 'src/adapters/openai-agents/index.ts',
  './deepagents': 'src/adapters/deepagents/index.ts',
  './mastra': 'src/adapters/mastra/index.ts',
  './mcp': 'src/adapters/mcp/index.ts',
  './classic/packs': 'src/classic/packs/index.ts',
  './classic/define': 'src/classic/define/index.ts',
  './classic/spec': 'src/classic/spec/index.ts',
  './classic/executor': 'src/classic/executor/index.ts',
  './classic/events': 'src/classic/events/index.ts',
};

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('exported names', () => {
  it('every subpath with code is known here', () => {
    const { exports } = JSON.parse(read('package.json'));
    expect(Object.keys(exports).filter(name => !name.endsWith('.json'))).toEqual(Object.keys(SOURCES));
  });

  it.each(Object.entries(SOURCES))('exported names of %s', async (_, source) => {
    const entries = parseSync(source, read(source)).module.staticExports.flatMap(({ entries }) => entries);
    const names = entries.map(({ exportName, isType }) => `${isType ? 'type ' : ''}${exportName.name}`);
    expect(names.sort()).toMatchSnapshot();
    const values = names.filter(name => !name.startsWith('type '));
    expect(Object.keys(await import(new URL(`../../${source}`, import.meta.url).href)).sort()).toEqual(values);
  });
});
