import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStub, type StubAnswer, type StubRequest } from '../network/openai-stub.ts';
import { type OpenCli, openCli } from './open-cli.ts';

export type StubAnswers = readonly StubAnswer[] | ((request: StubRequest) => StubAnswer);

/** A workspace whose user has a model at a local server. */
export async function openRun(
  answers: StubAnswers,
  files: Record<string, string> = {},
  more: (cli: OpenCli) => object = () => ({}),
) {
  const cli = openCli(files);
  const stub = await openStub(answers);
  const models = { stub: { provider: 'openai-compatible', model: 'tiny', baseURL: stub.baseURL, apiKeyEnv: 'HOME' } };
  writeUser(cli, 'config.json', JSON.stringify({ model: 'stub', models, ...more(cli) }));
  return { ...cli, ...stub, play: (...args: string[]) => finished(cli, ['run', ...args]) };
}

/** Writes into the user's config folder. */
export function writeUser(cli: OpenCli, path: string, text: string): void {
  const file = join(cli.folder, 'config', 'toolgate', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Beside the server, which lives in this process. */
export async function finished(cli: OpenCli, args: readonly string[]) {
  const { child, ended } = cli.start(args);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', part => {
    stdout += part;
  });
  child.stderr?.on('data', part => {
    stderr += part;
  });
  child.stdin?.end();
  return { code: await ended(), stdout, stderr };
}

/** What the model was told of its calls. */
export const resultsIn = (request: StubRequest | undefined): readonly string[] =>
  request?.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content)) ?? [];
