import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const BIN = join(dirname(fileURLToPath(import.meta.url)), '../..', 'node_modules', '.bin');
const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };

interface Value {
  readonly formatter: string;
  readonly changed: readonly string[];
  readonly unchanged: number;
  readonly failed: readonly { path: string; line?: number; message: string }[];
  readonly left: readonly { path: string; why: string }[];
}

async function format(files: Record<string, string>, args: object = {}) {
  const test = await openGate(files, { policy: 'privileged', env });
  const outcome = await test.run('format_code', args);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return { ...test, value: outcome.value as Value, output: outcome.output };
}

describe('format_code without a formatter of the project', () => {
  it('format_code without a formatter of the project uses prettier, says what failed and where, and can be taken back', async () => {
    const { value, read, gate } = await format({
      'a.ts': 'const a   = {b:1}\n',
      'bad.ts': 'const ok = 1;\nconst = ;\n',
      'done.json': '{ "a": 1 }\n',
      'style.css': 'a{color:red}\n',
      'notes.txt': 'as   it is\n',
    });
    expect(value).toMatchObject({
      formatter: 'prettier (bundled)',
      changed: ['a.ts', 'style.css'],
      unchanged: 1,
      failed: [{ path: 'bad.ts', line: 2 }],
    });
    expect(read('a.ts')).toBe('const a = { b: 1 };\n');
    expect(read('style.css')).toBe('a {\n  color: red;\n}\n');
    expect(read('bad.ts')).toBe('const ok = 1;\nconst = ;\n');
    expect((await gate.execute({ name: 'undo_turn', args: {} })).ok).toBe(true);
    expect(read('a.ts')).toBe('const a   = {b:1}\n');
  });

  it('format_code without a formatter of the project only says what it would change when asked to check', async () => {
    const { value, output, read, gate } = await format({ 'a.js': 'let  a\n' }, { check: true });
    expect(value).toMatchObject({ changed: ['a.js'], unchanged: 0 });
    expect(output).toContain('Would change 1 file');
    expect(read('a.js')).toBe('let  a\n');
    expect(await gate.journal.list()).toEqual([]);
  });

  it('format_code without a formatter of the project takes styles that are data, and runs no config', async () => {
    const { read, exists, value } = await format({
      '.editorconfig': 'root = true\n[*]\nindent_style = tab\n',
      'web/.prettierrc': 'semi: false\nsingleQuote: true\n',
      'web/a.js': 'if (a) { b("x"); }\n',
      'other/.prettierrc.json': '{"overrides":[{"files":"*.test.js","options":{"semi":false}}]}',
      'other/a.test.js': 'a();\n',
      'other/b.js': 'b()\n',
      'code/prettier.config.js': "require('fs').writeFileSync('marker', '');\nmodule.exports = { semi: false };\n",
      'code/.prettierignore': 'left.js\n',
      'code/left.js': 'let  a\n',
    });
    expect(read('web/a.js')).toBe("if (a) {\n\tb('x')\n}\n");
    expect(read('other/a.test.js')).toBe('a()\n');
    expect(read('other/b.js')).toBe('b();\n');
    expect(read('code/left.js')).toBe('let  a\n');
    expect(exists('marker') || exists('code/marker')).toBe(false);
    expect(value.failed).toEqual([]);
  });

  it('format_code without a formatter of the project leaves alone what is minified, made, ignored or not known', async () => {
    const long = `var a=${JSON.stringify('x'.repeat(6000))}\n`;
    const { value, read } = await format({
      '.gitignore': 'dist/\n',
      'dist/a.js': 'let  a\n',
      'a.min.js': 'let  a\n',
      'long.js': long,
      'package-lock.json': '{"a":1}\n',
      'a.py': 'x  = 1\n',
      'b.js': 'b()\n',
    });
    expect(value.changed).toEqual(['b.js']);
    expect(read('long.js')).toBe(long);
    expect(new Map(value.left.map(({ path, why }) => [path, why]))).toEqual(
      new Map([
        ['a.min.js', 'minified'],
        ['long.js', 'minified'],
        ['package-lock.json', 'made by a package manager'],
        ['a.py', 'the project names no formatter for it'],
      ]),
    );
  });

  it('format_code without a formatter of the project keeps line endings and the mark of UTF-8, formats code within texts, and leaves what is no text', async () => {
    const { value, read } = await format({
      'a.js': '\uFEFFlet  a\r\nlet  b\r\n',
      'a.md': '# a\n\n```js\nlet  a\n```\n',
      'b.js': 'let  a\0\n',
      '-c.js': 'let  c\n',
    });
    expect(read('a.js')).toBe('\uFEFFlet a;\r\nlet b;\r\n');
    expect(read('a.md')).toBe('# a\n\n```js\nlet a;\n```\n');
    expect(read('-c.js')).toBe('let c;\n');
    expect(value.left).toEqual([{ path: 'b.js', why: 'not a text' }]);
  });

  it('format_code without a formatter of the project tells how far it is with many files in many folders', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `d${at % 40}/f${at}.json`);
    const test = await openGate(Object.fromEntries(names.map(name => [name, '{"a":1}\n'])), { policy: 'privileged' });
    const said: string[] = [];
    test.gate.activity.subscribe('tool_output_chunk', ({ data }) => said.push(String(data.chunk)));
    const { value } = await test.run('format_code', {});
    expect(value).toMatchObject({ unchanged: 0, failed: [] });
    expect((value as Value).changed).toHaveLength(60);
    expect(said.join()).toContain('50 of 60 files');
  });

  it('format_code without a formatter of the project says what is not there or outside', async () => {
    const test = await openGate({ 'a.js': '' }, { policy: 'privileged' });
    expect((await test.run('format_code', { paths: ['b.js'] })).error?.code).toBe('FILE_NOT_FOUND');
    expect((await test.run('format_code', { paths: ['../b.js'] })).error?.code).toBe('INVALID_PATH');
  });
});

describe("format_code with the project's own formatters", () => {
  it('biome, by its config', async () => {
    const { value, read } = await format({
      'biome.json': '{"formatter":{"indentStyle":"space","indentWidth":3}}\n',
      'src/a.ts': 'if (a) { b() }\n',
      'src/bad.ts': 'const = ;\n',
      'src/-o': 'x',
    });
    expect(value.formatter).toBe('biome');
    expect(value.changed).toContain('src/a.ts');
    expect(value.failed).toMatchObject([{ path: 'src/bad.ts', line: 1 }]);
    expect(read('src/a.ts')).toBe('if (a) {\n   b();\n}\n');
  });

  it('prettier of the project, which may run its config, in the sandbox and on what was meant', async () => {
    const { value, read, exists } = await format(
      {
        'package.json': '{"devDependencies":{"prettier":"*"}}\n',
        'prettier.config.mjs':
          "import fs from 'node:fs';\nfs.writeFileSync('marker', '');\nexport default { semi: false };\n",
        'a.js': 'a( );\n',
        'b.js': 'b( );\n',
      },
      { paths: ['a.js'] },
    );
    expect(value).toMatchObject({ formatter: 'prettier', changed: ['a.js'] });
    expect([read('a.js'), read('b.js')]).toEqual(['a()\n', 'b( );\n']);
    expect(exists('marker')).toBe(false);
  });

  it('one that is not installed is said', async () => {
    const test = await openGate({ 'dprint.json': '{}', 'a.ts': 'a' }, { policy: 'privileged', env });
    const { error } = await test.run('format_code', { paths: ['a.ts'] });
    expect(error?.message).toContain('dprint (dprint.json), which is not installed');
  });
});
