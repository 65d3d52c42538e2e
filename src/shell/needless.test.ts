import { describe, expect, test } from 'vitest';
import { WHERE } from '../../test/cases/shell/read-corpus.ts';
import { understandCode, understandCommand } from './understand-command.ts';

const IN_SANDBOX = { ...WHERE, ownVariables: true };
const asks = (command: string, where = IN_SANDBOX): boolean => {
  const { danger, effects } = understandCommand(command, where);
  return danger === 'dangerous' || effects === 'everything' || effects.some(({ kind }) => kind === 'network');
};
const python = (code: string): string => `python3 - <<'EOF'\n${code}\nEOF`;

test.each([
  'env',
  'env | sort',
  'printenv',
  'export -p',
  "python3 -c 'import os; print(os.environ)'",
  "awk 'BEGIN{for (k in ENVIRON) print k}'",
])('%s is not asked about where the variables are the sandbox’s own', command => {
  expect(asks(command)).toBe(false);
  expect(asks(command, WHERE as typeof IN_SANDBOX)).toBe(true);
});

test('a command that has read a secret has it among its variables', () => {
  expect(understandCommand('set -a; . ./.env; env', IN_SANDBOX).danger).toBe('dangerous');
});

describe('Python', () => {
  test.each([
    'import os',
    'import requests',
    'import subprocess, socket',
    'import torch.multiprocessing as mp',
    'from mypkg.sub import thing',
    'import requests\nprint(requests.__version__)',
    'import os\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\nimport torch\nprint(torch.cuda.is_available())',
    'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "x.settings")',
    'import os\nprint(os.environ.get("HOME"), os.getenv("LANG"))',
    'import os\ndel os.environ["X"]',
  ])('%s is not asked about, in a command and as code alike', code => {
    expect(understandCommand(python(code), WHERE).danger).not.toBe('dangerous');
    expect(understandCode({ language: 'python', code }, WHERE).danger).not.toBe('dangerous');
  });

  test.each([
    'import subprocess\nsubprocess.run(["id"])',
    'import subprocess as s\ns.run(["id"])',
    'from subprocess import run as go\ngo(["id"])',
    'from subprocess import *',
    'import requests\nprint(requests.get("https://x.example").text)',
    'import antigravity',
    'import os\nos.environ["LD_PRELOAD"] = "./x.so"',
    'import os\nprint(os.environ["API_KEY"])',
    'print(open(".env").read())',
    'import sys\nsys.modules["subprocess"].run("id")',
    'import shutil\nshutil.rmtree("/")',
  ])('%s is dangerous, in a command and as code alike', code => {
    expect(understandCommand(python(code), WHERE).danger).toBe('dangerous');
    expect(understandCode({ language: 'python', code }, WHERE).danger).toBe('dangerous');
  });

  test.each([
    'print(1)',
    'open("a.txt", "w").write("x")',
    'import json\nprint(json.load(open("p.json")))',
    'import x\nx.f()',
  ])('%s touches the same files in a command and as code', code => {
    const touched = ({ effects }: ReturnType<typeof understandCommand>) =>
      effects === 'everything' ? effects : effects.filter(({ kind }) => kind !== 'execute');
    expect(touched(understandCode({ language: 'python', code }, WHERE))).toEqual(
      touched(understandCommand(python(code), WHERE)),
    );
  });
});

test('bash code is judged with its arguments', () => {
  const { effects } = understandCode({ language: 'bash', code: 'rm "$1"', args: ['src/a'] }, WHERE);
  expect(effects).toContainEqual({ kind: 'delete', resource: `${WHERE.root}/src/a` });
});

describe('a program by its path', () => {
  test.each([
    '/opt/venv/bin/pip install requests',
    '/opt/conda/envs/x/bin/python3 -m pytest',
    '/usr/local/go/bin/go test ./...',
    '/usr/lib/jvm/java-17/bin/java -version',
    '/opt/homebrew/bin/node -v',
  ])('%s, in a place of toolchains, is judged by its name', command => {
    expect(asks(command)).toBe(false);
    const plain = command.replace(/^\S*\//, '');
    expect(understandCommand(command, WHERE).danger).toBe(understandCommand(plain, WHERE).danger);
  });

  test.each([
    '/tmp/venv/bin/pip install requests',
    '/home/dev/x/bin/pip install requests',
    '/srv/x/bin/pip install requests',
    '/opt/venv/bin/unheard-of x',
    '/opt/../tmp/x/bin/pip list',
    'cp x /opt/venv/bin/pip; /opt/venv/bin/pip list',
  ])('%s, not surely of a toolchain, is asked about', command => {
    expect(asks(command)).toBe(true);
  });

  test('a workspace below a place of toolchains is no such place', () => {
    const where = { cwd: '/opt/app', root: '/opt/app', home: '/home/dev', temp: '/tmp' };
    expect(understandCommand('/opt/app/tools/bin/ls', where).reasons[0]?.text).toContain('own');
  });
});

test.each([
  'git config --get user.name',
  'git config --global --get user.email',
  'git config --global -l',
  'git push -h',
  'git push --help',
  'npm whoami',
  'npm owner ls x',
  'npm dist-tag ls x',
  'npm publish --help',
  'gh auth status',
  'gh pr create --help',
  'docker ps -a',
  'docker run --help',
  'kubectl get pods',
  'kubectl delete pod --help',
  'terraform apply -help',
  'aws s3 cp help',
  'sudo -h',
  'sudo -V',
  'mkfs.ext4 -h',
  'useradd --help',
  'ssh -V',
  'ls *.txt | xargs -I{} mv {} dir/',
  'ls -t *.log | head -5 | xargs -I% mv % old/',
  'ls | xargs -I {} mv {} {}.bak',
  'ls -1 *.jpg | xargs mv -t pics',
])('%s is not asked about', command => {
  expect(asks(command)).toBe(false);
});

test.each([
  'shutdown -h',
  'shutdown -h now',
  'ssh host --help',
  'docker run -v /:/x alpine --help',
  'eval "rm -rf /" --help',
  'ls | xargs -I{} mv {} /tmp/x',
  'ls | xargs rm -rf',
  'npm token list',
  'gh auth token',
])('%s is asked about all the same', command => {
  expect(asks(command)).toBe(true);
});

test('a script of the project that is asked for help runs', () => {
  for (const command of ['yarn deploy --help', 'pnpm deploy-all --help', 'poetry run x --help'])
    expect(understandCommand(command, WHERE).danger, command).not.toBe('safe');
});
