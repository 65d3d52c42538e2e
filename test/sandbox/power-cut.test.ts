import { globSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { removeTree } from '../../src/system/remove-tree.ts';

it('folders of sandboxes that ran before a power cut are gone at the next start, whoever has their pid now', async () => {
  const place = mkdtempSync(join(tmpdir(), 'toolgate-power-cut-'));
  onTestFinished(() => removeTree(place));
  const workspace = join(place, 'workspace');
  mkdirSync(workspace);
  const open = () => createToolgate({ workspace, store: join(place, 'state', 'toolgate.db'), policy: 'privileged' });
  const gate = await open();
  expect(await gate.execute({ name: 'bash', args: { command: 'true' } })).toMatchObject({ ok: true });
  // The layers beside it are closed to an ordinary user, which a glob passes by.
  const [running = ''] = globSync('state/**/running', { cwd: place });
  const folder = join(place, running);
  const [own] = readdirSync(folder);
  expect(own).toMatch(new RegExp(`^${process.pid}-[0-9a-f]{8}\\.`));
  await gate.close();
  // These lie as an earlier boot would have left them, one with the pid of this very process.
  for (const pid of [1, process.pid]) mkdirSync(join(folder, `${pid}-00000000.abc`, 'upper'), { recursive: true });
  await (await open()).close();
  expect(readdirSync(folder).filter(name => name.includes('-00000000.'))).toEqual([]);
  expect(dirname(folder)).toContain('sandbox');
});
