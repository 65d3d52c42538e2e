import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { MAIN, openCli } from '../support/cli/open-cli.ts';
import { calling, openStub, saying } from '../support/network/openai-stub.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const stepOf = (name: string): Step => action.runs.steps.find(step => step.name === name)!;

/** Runs a step as a runner does: inputs are put into its variables, and its text goes to bash. */
async function runStep(name: string, inputs: Readonly<Record<string, string>>, apply = 'false') {
  const cli = openCli({ 'a.txt': 'one\n' });
  const bin = join(cli.folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'toolgate'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  writeFileSync(join(bin, 'npm'), '#!/bin/sh\necho "npm $*"\n');
  for (const program of ['toolgate', 'npm']) chmodSync(join(bin, program), 0o755);
  const args = { path: 'a.txt', old_string: 'one', new_string: 'two\n````\n# not a title' };
  const edit = { name: 'edit_file', args };
  const look = { name: 'read_file', args: { path: 'a.txt' } };
  const stub = await openStub([calling(look), calling(edit), saying('Done, `as` told.')]);
  const given: Readonly<Record<string, string>> = { ...inputs, apply };
  const value = (text: string) =>
    text.replace(/\$\{\{ (?:inputs\.(\w+)|github\.action_path) \}\}/g, (_, input: string | undefined) =>
      input === undefined ? ROOT : (given[input] ?? action.inputs[input]?.default ?? ''),
    );
  const step = stepOf(name);
  const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, text]) => [key, value(text)]));
  const place = (file: string) => join(cli.folder, file);
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''], {
    cwd: cli.root,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: cli.folder,
      ...env,
      OPENAI_BASE_URL: stub.baseURL,
      OPENAI_API_KEY: 'x',
      RUNNER_TEMP: cli.folder,
      GITHUB_WORKSPACE: cli.root,
      GITHUB_OUTPUT: place('output'),
      GITHUB_STEP_SUMMARY: place('summary'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  const [code] = (await once(child, 'close')) as [number];
  const text = (file: string) => (existsSync(place(file)) ? readFileSync(place(file), 'utf8') : '');
  return { ...cli, code, said, stub, output: text('output'), summary: text('summary') };
}

const HOSTILE = `Change a.txt"; touch made; $(touch made) \`touch made\` '\${{ github.token }}`;
const INPUTS = { prompt: HOSTILE, model: 'openai-compatible/stub' };

it('no input of the action stands in the text of a script', () => {
  for (const { run } of action.runs.steps) expect(run ?? '').not.toContain('${{');
  expect(readFileSync(join(ROOT, 'scripts/action.sh'), 'utf8')).not.toContain('${{');
});

it('the action shows the plan of a run, and writes nothing', async () => {
  const { code, said, output, summary, read, root, stub } = await runStep('Plan', INPUTS);
  expect([code, said]).toEqual([0, '']);
  expect(read('a.txt')).toBe('one\n');
  expect(readdirSync(root)).toEqual(['a.txt']);
  expect(JSON.stringify(stub.requests[0]?.messages)).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  expect(output).toMatch(/^changed=true\ndiff=\/.*plan\.diff\n$/);
  const diff = readFileSync(/^diff=(.*)$/m.exec(output)?.[1] ?? '', 'utf8');
  expect(diff).toContain('-one\n+two');
  // The fence is longer than the one in the file, so that nothing of it becomes part of the page.
  expect(summary).toMatch(/^`````diff$[\s\S]*^\+````$[\s\S]*^`````$/m);
});

it('the action writes the plan where it is told to', async () => {
  const { code, said, read } = await runStep('Plan', INPUTS, 'true');
  expect([code, said, read('a.txt').startsWith('two\n')]).toEqual([0, expect.any(String), true]);
});

it('the action fails where the run fails, and says why', async () => {
  const { code, summary } = await runStep('Plan', { ...INPUTS, model: 'none/such' });
  expect(code).not.toBe(0);
  expect(summary).toContain('The run failed');
});

it.each([
  ['latest', 0],
  ['1.2.3-next.1', 0],
  ['npm:other', 1],
  ['../here', 1],
  ['1; touch made', 1],
  ['--prefix=x', 1],
])('the action installs a version, and nothing else: %s', async (version, expected) => {
  const { code, said } = await runStep('Install', { version });
  expect([code, said.includes(`toolgate@${version}\n`)]).toEqual([expected, expected === 0]);
});

it('the dev container is JSON, and the container runs as an ordinary user with its state in a volume', () => {
  expect(JSON.parse(readFileSync(join(ROOT, '.devcontainer/devcontainer.json'), 'utf8'))).toHaveProperty('image');
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n');
  expect(lines).toEqual(expect.arrayContaining(['USER node', 'VOLUME /state', 'ENTRYPOINT ["toolgate"]']));
});
