import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { pages } from '../../support/docs/pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it('the programs of the docs have no type errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-docs-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const { path, blocks } of pages()) {
    for (const { language, text, line } of blocks) {
      if (language !== 'ts') continue;
      // A module, so that names of one page are not those of another.
      writeFileSync(join(folder, `${path.replaceAll('/', '-')}-${line}.ts`), `${text}export {};\n`);
    }
  }
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], options);
  expect(status).not.toBeNull();
  // What is wrong elsewhere is for others to tell.
  expect(stdout.split('\n').filter(line => /^[\w-]+\.md-\d+\.ts\(|^error /.test(line))).toEqual([]);
});
