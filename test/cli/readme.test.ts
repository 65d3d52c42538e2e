import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfigText } from '../../src/config/files/parse-config.ts';
import { createPolicy } from '../../src/policy/create/create-policy.ts';
import type { PolicyInput } from '../../src/policy/types.ts';
import { openCli } from '../support/cli/open-cli.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const { description, scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  description: string;
  scripts: Record<string, string>;
};

/** The blocks of code in a language. */
const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(match => match[1] ?? '');

describe('the README', () => {
  it('the README has an example that runs as written', () => {
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

  it('the README has a config that loads', () => {
    const [config = ''] = blocks('jsonc');
    const { policy } = parseConfigText(config, 'README.md') as { policy: PolicyInput };
    expect(createPolicy(policy).ruleLists[0]?.rules).toHaveLength(2);
  });

  it('the README names scripts that there are, and commands that run', () => {
    const lines = blocks('sh').flatMap(block => block.split('\n'));
    const { run } = openCli({ 'README.md': README });
    const contributing = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    for (const [, script = ''] of `${lines.join('\n')}\n${contributing}`.matchAll(/npm run (?:-s )?([a-z:]+)/g))
      expect(scripts).toHaveProperty([script]);
    const commands = lines.flatMap(
      line => /^(?:npm run -s toolgate --|npx toolgate) (?!serve)(.*?)(?:\s+#.*)?$/.exec(line)?.[1] ?? [],
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const line of new Set(commands)) {
      const through = ['sh', '-c', `"$@" ${line}`, 'sh'];
      expect(run([], { through })).toMatchObject({ status: 0, stdout: expect.stringMatching(/\S/) });
    }
  });

  it('the README says in its first sentence what the package says of itself', () => {
    expect(README).toContain(`**${description.split(':')[0]}.**`);
  });
});
