import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readUserRegistries } from './user-registries.ts';

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'toolgate-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

it("addresses of registries are taken from a person's own config, and never what is secret in them", () => {
  const HOME = homeWith({
    '.npmrc': '//npm.example.org/:_authToken=s3cret\nregistry = https://me:s3cret@npm.example.org/all/?key=s3cret\n',
    '.config/pip/pip.conf': '[global]\nindex-url = https://u:s3cret@pip.example.org/simple\n',
  });
  expect(readUserRegistries({ HOME })).toEqual({
    npm: 'https://npm.example.org/all/',
    pip: 'https://pip.example.org/simple',
  });
});

it('variables with registries count more than files, and what is no address counts for nothing', () => {
  const HOME = homeWith({ '.npmrc': 'registry=https://npm.example.org/\n' });
  const env = { HOME, npm_config_registry: 'https://other.example.org/', PIP_INDEX_URL: 'file:///etc/passwd' };
  expect(readUserRegistries(env)).toMatchObject({ npm: 'https://other.example.org/' });
  expect(readUserRegistries({ HOME, npm_config_registry: '--evil' }).npm).toBe('https://npm.example.org/');
  expect(readUserRegistries({ HOME: homeWith({}) }).npm).toBeUndefined();
});
