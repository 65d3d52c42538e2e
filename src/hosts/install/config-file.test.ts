import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../config/config-error.ts';
import { readConfigFile } from './config-file.ts';

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a config is none where its folder is missing', () => {
  expect(readConfigFile(join(openFolder(), 'missing', 'settings.json'))).toBeUndefined();
});

it('a config whose folder is a file is for the user to mend, and no fault of ours', () => {
  const folder = openFolder();
  writeFileSync(join(folder, '.claude'), 'x');
  const read = () => readConfigFile(join(folder, '.claude', 'settings.json'));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('ENOTDIR');
});

it('a config that is a link to nowhere is left alone', () => {
  const folder = openFolder();
  symlinkSync('nowhere', join(folder, 'settings.json'));
  expect(() => readConfigFile(join(folder, 'settings.json'))).toThrow('a link that leads to no file');
});
