import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { parseConfigText } from '../../src/config/files/parse-config.ts';
import { createPolicy } from '../../src/policy/create/create-policy.ts';
import type { PolicyInput } from '../../src/policy/types.ts';
import { openCli } from '../support/open-cli.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const { description, scripts, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { description: string; scripts: Record<string, string>; version: string };

/** The blocks of code in a language. */
const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(match => match[1] ?? '');

describe('the README', () => {
  it('has an example that runs as written', () => {
    const { root, env } = openCli({ 'README.md': 'one\ntwo\nthree\n' });
    const [example = ''] = blocks('ts');
    expect(example.split('\n').length).toBeLessThan(22);
    const here = (specifier: string) => JSON.stringify(import.meta.resolve(specifier));
    const code = example.replace("'toolgate'", here('../../src/index.ts')).replace("'zod'", here('zod'));
    const file = join(root, 'example.mts');
    writeFileSync(file, code);
    const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: root, env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['3 lines\n', '']);
  });

  it('has a config that loads', () => {
    const [config = ''] = blocks('jsonc');
    const { policy } = parseConfigText(config, 'README.md') as { policy: PolicyInput };
    expect(createPolicy(policy).ruleLists[0]?.rules).toHaveLength(2);
  });

  it('names scripts that there are, and commands that run', () => {
    const lines = blocks('sh').flatMap(block => block.split('\n'));
    const { run } = openCli({ 'README.md': README });
    for (const [, script = ''] of lines.join('\n').matchAll(/npm run (?:-s )?([a-z:]+)/g))
      expect(scripts).toHaveProperty([script]);
    const commands = lines.filter(line => line.startsWith('npm run -s toolgate -- '));
    expect(commands.length).toBeGreaterThan(2);
    for (const line of commands) {
      const through = ['sh', '-c', `"$@" ${line.slice('npm run -s toolgate -- '.length)}`, 'sh'];
      expect(run([], { through })).toMatchObject({ status: 0, stdout: expect.stringMatching(/\S/) });
    }
  });

  it('lists just the commands that there are', () => {
    const program = createProgram({ version, exit: () => {} });
    const table = README.slice(README.indexOf('## Command line'), README.indexOf('Everywhere:'));
    const quoted = table.split('\n').flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`(.*?)`/g)]);
    const listed = quoted.flatMap(match => (match[1] ?? '').split(' ').filter(word => /^[a-z]+(-[a-z]+)*$/.test(word)));
    const names = program.commands.flatMap(command => [command.name(), ...command.commands.map(each => each.name())]);
    expect(new Set(listed)).toEqual(new Set(names.filter(name => name !== 'help')));
    expect(README).toContain(description.split(':')[0]);
  });
});
