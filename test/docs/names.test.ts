import { describe, expect, it } from 'vitest';
import { TABS } from '../../page/core/tabs.ts';
import { ANSWERS } from '../../src/approval/request.ts';
import { checkConfig } from '../../src/config/config-shape.ts';
import { parseConfigText } from '../../src/config/files/parse-config.ts';
import { builtInToolNames } from '../../src/gate/packs/pack-facts.ts';
import { STATUSES } from '../../src/tasks/machine.ts';
import { ERROR_CODES } from '../../src/tool/codes.ts';
import { pages } from '../support/docs/pages.ts';

const PAGES = pages();

describe('the docs', () => {
  it('name only tools, codes and states that there are', () => {
    const known = new Set<string>([
      ...builtInToolNames().names(),
      ...Object.keys(ERROR_CODES),
      ...Object.values(ERROR_CODES),
      ...ANSWERS,
      ...STATUSES,
      // What models and others call things.
      ...[
        'error_type',
        'file_path',
        'gmail_trash_message',
        'max_tokens',
        'node_modules',
        'parentbased_always_on',
        'pg_dump',
      ],
    ]);
    const isVariable = (name: string) => /^(TOOLGATE|XDG|OTEL)_|_(KEY|URL|ROOT)$/.test(name);
    // Of what is made from the code and from lists of their own, other tests hold the names.
    const isMade = (path: string) => path.startsWith('reference/') || path === 'capabilities.md';
    const wrong = PAGES.filter(({ path }) => !isMade(path)).flatMap(({ path, prose }) =>
      [...prose.join('\n').matchAll(/`((?:[a-z]+_)+[a-z]+|(?:[A-Z]+_)+[A-Z]+)`/g)]
        .filter(([, name = '']) => !known.has(name) && !isVariable(name))
        .map(([, name]) => `docs/${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the docs have a word on every error code under troubleshooting', () => {
    const { text } = PAGES.find(({ path }) => path === 'troubleshooting.md')!;
    expect(Object.keys(ERROR_CODES).filter(code => !text.includes(`errors.md#${code.toLowerCase()})`))).toEqual([]);
  });

  it('describe each tab of the console', () => {
    const { prose } = PAGES.find(({ path }) => path === 'console.md')!;
    const rows = prose
      .slice(prose.indexOf('## What is on it'))
      .flatMap(line => /^\| ([A-Z]\w+) \|/.exec(line)?.[1] ?? []);
    expect(rows).toEqual(TABS.map(({ title }) => title));
  });

  it('the docs have configs that load', () => {
    for (const { path, blocks } of PAGES) {
      for (const { language, text, line } of blocks) {
        if (language !== 'jsonc') continue;
        const at = `docs/${path}:${line}`;
        const user = text.includes('"workspaces"');
        expect(() => checkConfig(parseConfigText(text, at), at, { user })).not.toThrow();
      }
    }
  });
});
