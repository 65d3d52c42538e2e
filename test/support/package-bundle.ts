import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const APP = `
import { createToolgate } from 'toolgate';
import { toOpenAIChatTools } from 'toolgate/openai';
const gate = await createToolgate({ workspace: process.argv[2], store: 'memory' });
const written = await gate.execute({ name: 'write_file', args: { path: 'a.json', content: '{"a": }' } });
const found = await gate.execute({ name: 'grep', args: { pattern: 'a' } });
const langchain = await gate.registry.tools().catch(error => error.message);
const offered = (await toOpenAIChatTools(gate).definitions()).length > 0;
console.log(JSON.stringify({ checked: written.output.includes('syntax'), found: found.ok, langchain, offered }));
await gate.close();
`;

/** What a bundle of a program keeps to, which lies in a project without any optional package. */
export function bundleTests(packed: string): void {
  const app = mkdtempSync(join(tmpdir(), 'toolgate-bundle-'));
  const installed = join(app, 'node_modules/toolgate');
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  beforeAll(async () => {
    cpSync(packed, installed, { recursive: true });
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      mkdirSync(join(app, 'node_modules', name, '..'), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name));
    }
    writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(app, 'app.js'), APP);
    const build = await rolldown({ cwd: app, input: 'app.js', platform: 'node', logLevel: 'silent' });
    await build.write({ dir: join(app, 'out'), format: 'esm' });
    await build.close();
  }, 300_000);

  function run(): { said: unknown; warned: string } {
    const workspace = mkdtempSync(join(app, 'ws-'));
    const errors = join(app, 'errors');
    const said = execFileSync('sh', ['-c', '"$0" out/app.js "$1" 2> "$2"', process.execPath, workspace, errors], {
      cwd: app,
      encoding: 'utf8',
    });
    return { said: JSON.parse(said), warned: readFileSync(errors, 'utf8') };
  }

  const langchain = 'A LangChain tool needs the package @langchain/core';

  it('a bundle with the package beside it checks syntax, searches and says what is missing', () => {
    expect(run()).toEqual({ said: { checked: true, found: true, langchain, offered: true }, warned: '' });
  });

  it('a bundle alone says that it checks no syntax', () => {
    rmSync(installed, { recursive: true });
    const { said, warned } = run();
    expect(said).toMatchObject({ checked: false, langchain });
    expect(warned).toMatch(/TOOLGATE_BUNDLED.*checks no syntax/);
  });

  it('the package names no optional package and no thread in a way that a bundler would follow', () => {
    for (const file of globSync('*.{js,cjs}', { cwd: join(packed, 'dist') })) {
      const code = readFileSync(join(packed, 'dist', file), 'utf8');
      if (!/^(?:ai|langchain|mastra|openai-agents)\.js$/.test(file)) {
        expect(
          `${file}: ${/import\(["'`](?:pg|pg-boss|playwright-core|@(?:langchain|mastra|openai)\/[^"'`]*)["'`]\)/.exec(code)?.[0]}`,
        ).toBe(`${file}: undefined`);
      }
      expect(code).not.toMatch(/new URL\(import\.meta\.url\.endsWith/);
    }
  });
}
