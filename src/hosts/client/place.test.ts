import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../testing/index.ts';
import { isPrivateFolder } from './place.ts';

function openFolder() {
  const space = temporaryWorkspace();
  onTestFinished(() => space.remove());
  const parent = space.path('parent');
  const folder = join(parent, 'folder');
  mkdirSync(folder, { recursive: true });
  for (const each of [parent, folder]) chmodSync(each, 0o700);
  return { space, parent, folder };
}

it('a folder is private where nobody else can open it, nor put another in its place', () => {
  const { space, parent, folder } = openFolder();
  expect(isPrivateFolder(folder)).toBe(true);
  chmodSync(parent, 0o770);
  expect(isPrivateFolder(folder)).toBe(false);
  chmodSync(parent, 0o700);
  chmodSync(folder, 0o750);
  expect(isPrivateFolder(folder)).toBe(false);
  chmodSync(folder, 0o700);
  symlinkSync(parent, space.path('link'));
  expect(isPrivateFolder(join(space.path('link'), 'folder'))).toBe(false);
});
