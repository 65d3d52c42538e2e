import { expect, it } from 'vitest';
import type { Toolgate } from '../../gate/toolgate.ts';
import { temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import type { VerifyOptions } from '../../testing/verify-tool.ts';
import { verifyTool } from '../../testing/verify-tool.ts';
import { readyTool } from '../../tool/ready.ts';
import { MANAGERS } from './installers/detect-installer.ts';
import { installCommand } from './installers/install-command.ts';

const TESTS = "import { test } from 'node:test';\ntest('good', () => {});\n";

const SAMPLES: Readonly<Record<string, VerifyOptions>> = {
  run_tests: {
    files: { 'package.json': '{"type":"module","scripts":{"test":"node --test"}}', 'a.test.js': TESTS },
    arguments: [{}, { name: 'good' }, { path: 'none' }],
  },
  format_code: {
    files: { 'a.js': 'let  a\n', 'b.md': '# b\n' },
    arguments: [{}, { check: true }, { paths: ['a.js'] }, { paths: ['none.js'] }],
  },
  install_package: {
    files: { 'package.json': '{}' },
    arguments: [{ packages: ['-g'] }, { packages: ['https://example.org/x.tgz'] }],
  },
};

it.each(Object.entries(SAMPLES))('%s does as it says', async (name, sample) => {
  await using workspace = temporaryWorkspace();
  const gate: Toolgate = await workspace.gate({ policy: 'privileged', store: 'memory' });
  const tool = gate.registry.get(name);
  if (!tool) throw new Error(`no ${name}`);
  const { findings, succeeded } = await verifyTool(tool, { runs: 0, grace: 10_000, ...sample });
  expect(findings).toEqual([]);
  expect(succeeded > 0 || name === 'install_package').toBe(true);
  const ready = await readyTool(tool, { init: { workspace: '/', cwd: '.' }, readText: () => '' });
  expect(ready.definition.description.split(/(?<=[.!?])\s/).length).toBe(1);
});

it.each(MANAGERS)('%s runs no script unless it is told to', manager => {
  const found = { manager, folder: '.', why: '', rivals: [], modern: false };
  const wanted = { found, packages: ['one@1'], dev: false, indexes: [], root: '/w', mark: '=' };
  const said = ({ argv, env }: ReturnType<typeof installCommand>) => `${argv.join(' ')} ${JSON.stringify(env)}`;
  const off = /ignore-scripts|ignore_scripts|only-binary|ONLY_BINARY|--no-build/;
  expect(said(installCommand({ ...wanted, scripts: false }))).toMatch(off);
  expect(said(installCommand({ ...wanted, scripts: true }))).not.toMatch(off);
});
