import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const SECRET = 'KEY=hunter2hunter2\n';
const rules = [{ effect: 'read', match: '**/.env*', verdict: 'deny' }] as const;

async function open() {
  const test = await openGate(
    { 'conf/.env.local': SECRET, 'conf/deep/.env': SECRET, 'conf/a': 'a', 'a.txt': 'a\n' },
    { approver: () => 'allow_once', policy: { extends: 'privileged', rules } },
  );
  mkdirSync(join(test.root, 'links'));
  linkSync(join(test.root, 'conf/.env.local'), join(test.root, 'links/other'));
  writeFileSync(join(test.root, 'links/plain'), 'plain');
  return test;
}

describe('a hidden file', () => {
  it.each([
    'touch conf/new',
    'chmod 700 conf; echo b > conf/a',
    'rm conf/a; rm -f conf/deep/*',
    'rm -rf conf/*; mkdir -p conf/deep; touch conf/deep/x',
    'echo x > links/new; rm links/plain',
    'sed -i s/a/b/ conf/a; mkdir conf/deep/more',
  ])('a hidden file stays where it is when a command writes beside it: %s', async command => {
    const test = await open();
    const ran = await test.gate.execute({ name: 'bash', args: { command } });
    expect(ran.error).toBeUndefined();
    for (const path of ['conf/.env.local', 'links/other']) expect(test.read(path)).toBe(SECRET);
    if (!command.includes('rm -rf')) expect(test.read('conf/deep/.env')).toBe(SECRET);
  });
});
