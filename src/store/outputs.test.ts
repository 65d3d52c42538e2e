import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../tool/id.ts';
import { OutputFiles } from './outputs.ts';

test('an output is kept whole in a private folder', async () => {
  const base = mkdtempSync(join(tmpdir(), 'toolgate-outputs-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const folder = join(base, 'state', 'outputs');
  const outputs = new OutputFiles(folder);
  const id = newId();
  await outputs.save(id, 'long');
  expect(Buffer.from((await outputs.read(id))!).toString()).toBe('long');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(await outputs.read(newId())).toBeUndefined();
});

test('where its folder cannot be made, saving fails at once', async () => {
  // Here the recursive mkdir of Node would try for ever.
  await expect(new OutputFiles('/proc/toolgate/outputs').save(newId(), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
});
