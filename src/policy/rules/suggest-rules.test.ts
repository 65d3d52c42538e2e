import { describe, expect, it } from 'vitest';
import { connects, deletes, type Effect, type Effects, executes, reads, writes } from '../../tool/effect.ts';
import { createPolicy } from '../create/create-policy.ts';
import type { Facts, Rule } from '../types.ts';
import { suggestRules } from './suggest-rules.ts';

const policy = createPolicy('privileged');
const call = (tool: string, effects: Effects, more: Partial<Facts> = {}): Facts => ({
  tool,
  trust: 'user',
  required: [],
  effects,
  danger: 'moderate',
  approval: true,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root: '/ws',
  ...more,
});
const allowed = (facts: Facts): readonly Rule[] | undefined =>
  suggestRules(facts, policy).find(({ verdict }) => verdict === 'allow')?.rules;
const denied = (facts: Facts): readonly Rule[] | undefined =>
  suggestRules(facts, policy).find(({ verdict }) => verdict === 'deny')?.rules;

describe('files', () => {
  it.each<[string, Effect[], string[]]>([
    ['the folder of a file', [reads('/ws/src/api/a.ts'), writes('/ws/src/api/a.ts')], ['src/api/**']],
    ['at the root, the file itself', [writes('/ws/README.md')], ['./README.md']],
    ['both folders of a move', [reads('/ws/a/x.ts'), deletes('/ws/a/x.ts'), writes('/ws/b/x.ts')], ['a/**', 'b/**']],
    [
      'the folder that is deleted',
      [deletes('/ws/build'), deletes('/ws/build/a'), deletes('/ws/build/b')],
      ['build/**'],
    ],
    ['what many folders have in common', ['a', 'b', 'c', 'd'].map(name => writes(`/ws/src/${name}/x.ts`)), ['src/**']],
    ['names with brackets', [writes('/ws/app/[id]/page.tsx')], ['app/\\[id\\]/**']],
  ])('a rule about files is suggested for %s', (_, effects, globs) => {
    expect(allowed(call('edit_file', effects))).toEqual(
      globs.map(match => ({ tool: 'edit_file', match, verdict: 'allow' })),
    );
  });

  it('no rule for the whole workspace is suggested', () => {
    expect(
      allowed(
        call(
          'edit_file',
          ['a', 'b', 'c', 'd'].map(name => writes(`/ws/${name}/x.ts`)),
        ),
      ),
    ).toBeUndefined();
    expect(allowed(call('delete_file', [deletes('/ws')]))).toBeUndefined();
  });

  it('no rule is suggested that would be asked again: a protected path, an ask of a rule', () => {
    expect(allowed(call('write_file', [writes('/ws/.husky/pre-commit')]))).toBeUndefined();
    const strict = createPolicy({ rules: [{ effect: 'write', match: 'src', verdict: 'ask' }] });
    expect(suggestRules(call('write_file', [writes('/ws/src/a.ts')]), strict).map(({ verdict }) => verdict)).toEqual([
      'deny',
    ]);
  });
});

describe('commands', () => {
  it.each([
    ['npm test -- --watch', 'npm test *'],
    ['npm run build:prod --silent', 'npm run build:prod *'],
    ['cargo test -p core', 'cargo test *'],
    ['npx vitest run src', 'npx vitest *'],
    ['python -m pytest -q', 'python -m pytest *'],
    ['make deploy', 'make deploy'],
    ['timeout 60 npm test', 'timeout 60 npm test *'],
    ['env CI=1 npm run e2e', 'env CI=1 npm run e2e *'],
    ['docker compose up -d', 'docker compose up *'],
    ['docker compose down', 'docker compose down'],
    ['docker compose exec api sh', 'docker compose exec api sh'],
    ['uv run pytest -q', 'uv run pytest *'],
    ['uv run python x.py', 'uv run python x.py'],
    ['poetry run mypy src', 'poetry run mypy *'],
    ['npm test --script-shell=/tmp/x', 'npm test --script-shell=/tmp/x'],
    ['bash build.sh', 'bash build.sh'],
    ['python train.py', 'python train.py'],
    ['find . -name x', 'find . -name x'],
    ['xargs rm', 'xargs rm'],
    ['git checkout main', 'git checkout main'],
    ['git commit -m x', 'git commit *'],
    ['git push origin main', 'git push origin main'],
    ['rm -rf build/*', 'rm -rf build/\\*'],
    ['cat /etc/shadow', 'cat /etc/shadow'],
    ['npx some-package', 'npx some-package'],
    ['make -f evil.mk', 'make -f evil.mk'],
    ['../run.sh [z-a]', '../run.sh [z-a]'],
    ['sudo npm test', 'sudo npm test'],
    ['curl -X POST https://x.test', 'curl -X POST https://x.test'],
  ])('%s, dangerous, saves %s', (command, match) => {
    expect(allowed(call('bash', [executes(command)], { danger: 'dangerous' }))).toEqual([
      { tool: 'bash', effect: 'execute', match, verdict: 'allow' },
    ]);
  });

  it('for a few commands a few rules are suggested, for many none', () => {
    const commands = ['npm test', 'cargo test', 'make all', 'git status'].map(executes);
    expect(allowed(call('bash', commands.slice(0, 3)))).toHaveLength(3);
    expect(allowed(call('bash', commands))).toBeUndefined();
  });
});

describe('hosts', () => {
  it('hosts: where only the allowlist asks, the host is suggested for every tool', () => {
    const facts = call('web_fetch', [connects('Docs.example.org')], { approval: false });
    expect(allowed(facts)).toEqual([{ effect: 'network', match: 'docs.example.org', verdict: 'allow' }]);
  });

  it('hosts: where the danger asks too, the host is suggested for this tool', () => {
    const facts = call('web_fetch', [connects('x.test')], { danger: 'dangerous' });
    expect(allowed(facts)).toEqual([{ tool: 'web_fetch', effect: 'network', match: 'x.test', verdict: 'allow' }]);
  });
});

describe('a tool as a whole', () => {
  it('a tool as a whole is suggested only when it is not dangerous', () => {
    expect(allowed(call('clock', []))).toEqual([{ tool: 'clock', verdict: 'allow' }]);
    expect(allowed(call('clock', [], { danger: 'dangerous' }))).toBeUndefined();
    expect(allowed(call('mcp_x', 'everything', { danger: 'dangerous' }))).toBeUndefined();
    expect(allowed(call('mcp_x', 'everything', { trust: 'untrusted' }))).toBeUndefined();
    expect(denied(call('mcp_x', 'everything'))).toEqual([{ tool: 'mcp_x', verdict: 'deny' }]);
  });
});

it('a suggested no is as narrow as what was shown', () => {
  expect(denied(call('write_file', [writes('/ws/src/a.ts')]))).toEqual([
    { tool: 'write_file', effect: 'write', match: './src/a.ts', verdict: 'deny' },
  ]);
  expect(denied(call('bash', [executes('git push origin')]))).toEqual([
    { tool: 'bash', effect: 'execute', match: 'git push origin', verdict: 'deny' },
  ]);
});

it('a suggestion says what it would save', () => {
  const [first, second] = suggestRules(call('edit_file', [writes('/ws/src/a.ts')]), policy);
  expect(first!.text).toBe('Always: allow edit_file src/**, without asking');
  expect(second!.text).toBe('Never: deny edit_file write ./src/a.ts');
});

describe('a host that is not known', () => {
  it.each(['bash', 'own_tool'])(
    'a host that is not known is neither opened nor closed to all that %s does, by what is said to one call',
    tool => {
      for (const approval of [true, false]) {
        const facts = call(tool, [executes('npm publish'), connects('*')], { approval });
        expect(allowed(facts)).toBeUndefined();
        expect(denied(facts)).toEqual([{ tool, effect: 'execute', match: 'npm publish', verdict: 'deny' }]);
      }
    },
  );
});
