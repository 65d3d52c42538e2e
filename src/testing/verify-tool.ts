import fs from 'node:fs';
import os from 'node:os';
import type { Toolgate } from '../gate/toolgate.ts';
import type { PolicyInput, PresetName, RuntimePolicy } from '../policy/types.ts';
import { exampleOf } from '../schema/example/example.ts';
import { checkOptions } from '../tool/check-options.ts';
import type { Info } from '../tool/define.ts';
import { type ForeignTool, from } from '../tool/from/from.ts';
import { type ReadyTool, readyTool } from '../tool/ready.ts';
import { canonicalJson } from '../tool/text/canonical-json.ts';
import { callLine } from '../tool/text/mask.ts';
import { generateArguments } from './generate-arguments.ts';
import type { TextVocabulary } from './generate-text.ts';
import { seededRandom } from './seeded-random.ts';
import type { TemporaryWorkspace } from './temporary-workspace.ts';
import { checkAbort } from './verify/check-abort.ts';
import { checkAgreement, checkDeclaration } from './verify/check-declaration.ts';
import { checkAgain, checkRun } from './verify/check-run.ts';
import { type Finding, ToolFindings } from './verify/findings.ts';
import { type Setting, sayChanges, type Trial, Trials } from './verify/trial.ts';

export interface VerifyOptions {
  /** Arguments to try besides generated ones; without them a tool that needs a patch or a query may never succeed. */
  readonly arguments?: readonly unknown[];
  /** The files of the workspace; default a few small files of several kinds. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The number of generated arguments. They are really run: 0 for a tool that reaches beyond the workspace. */
  readonly runs?: number;
  readonly seed?: number;
  /** The policy; default `privileged`, with 20 seconds for a call. */
  readonly policy?: PresetName | PolicyInput | RuntimePolicy;
  /** Built-in packs beside the tool; default all. */
  readonly packs?: readonly string[];
  /** Prepares a fresh workspace, so that the tool has something to do. */
  readonly prepare?: (gate: Toolgate, workspace: TemporaryWorkspace) => unknown;
  /** Milliseconds that the tool has to end after an abort. */
  readonly grace?: number;
}

const VERIFY_OPTIONS: Readonly<Record<keyof VerifyOptions, true>> = {
  arguments: true,
  files: true,
  runs: true,
  seed: true,
  policy: true,
  packs: true,
  prepare: true,
  grace: true,
};

export interface Verification {
  readonly ok: boolean;
  /** The number of arguments that were tried, and of those with which the tool did its work. */
  readonly tried: number;
  readonly succeeded: number;
  readonly seed: number;
  readonly findings: readonly Finding[];
}

const POLICY: PolicyInput = { extends: 'privileged', limits: { time: 20_000 } };
const GRACE = 2_000;
const MOST_FAILURES = 3;
/** Attempts to make each of the arguments that are tried; a schema may refuse a value that its JSON form takes. */
const ATTEMPTS = 20;

/**
 * Tries a tool through a real gate in temporary workspaces and compares what it does with what it declares. One tool
 * at a time in a process: processes that others start meanwhile would count as the tool's.
 */
export async function verifyTool(tool: Info | ForeignTool, options: VerifyOptions = {}): Promise<Verification> {
  checkOptions('verifyTool', options, VERIFY_OPTIONS);
  const { seed = 1, files = SAMPLE_FILES, policy = POLICY, packs, prepare, grace = GRACE } = options;
  const setting: Setting = { files, policy, packs, prepare };
  const findings = new ToolFindings();
  const { list: found } = findings;
  const report = (tried: number, succeeded: number): Verification => {
    return { ok: found.length === 0, tried, succeeded, seed, findings: found };
  };
  let info: Info;
  let ready: ReadyTool;
  try {
    info = 'definition' in tool ? tool : from(tool);
    ready = await makeReady(info);
  } catch (error) {
    findings.add('definition', undefined, error instanceof Error ? error.message : String(error));
    return report(0, 0);
  }
  checkDeclaration(info, ready, findings);
  // No registry takes such a tool, so there is nothing to try.
  if (findings.list.some(({ check }) => check === 'name')) return report(0, 0);
  const list = await argumentsToTry(ready, { ...options, seed, files });
  if (list.length === 0) findings.add('definition', undefined, 'No arguments were found that its schema takes');
  const trials = new Trials(info, setting);
  const subject: Subject = { info, ready, trials, grace, findings, failures: 0 };
  let succeeded = 0;
  try {
    for (const args of list) if (await tryArguments(subject, args)) succeeded++;
  } finally {
    await trials.close();
  }
  return report(list.length, succeeded);
}

/** Throws an error that lists the findings. */
export async function assertTool(tool: Info | ForeignTool, options: VerifyOptions = {}): Promise<void> {
  const { ok, findings } = await verifyTool(tool, options);
  if (ok) return;
  const name = 'id' in tool ? tool.id : tool.name;
  const lines = findings.map(({ check, args, message }) => {
    return `- ${check}: ${message}${args === undefined ? '' : `\n  ${callLine(name, args)}`}`;
  });
  throw new Error(`${name} does not do as it says:\n${lines.join('\n')}`);
}

async function makeReady(info: Info): Promise<ReadyTool> {
  const folder = os.tmpdir();
  return readyTool(info, { init: { workspace: folder, cwd: folder }, readText: file => fs.readFileSync(file, 'utf8') });
}

type FilledOptions = VerifyOptions & Required<Pick<VerifyOptions, 'seed' | 'files'>>;

/** Arguments to try: given ones, then generated ones that the schema takes, the shortest, which tell most, first. */
async function argumentsToTry(ready: ReadyTool, options: FilledOptions): Promise<readonly unknown[]> {
  const { runs = 25, seed, files } = options;
  const { json, check } = ready.parameters;
  const random = seededRandom(seed);
  const vocabulary = vocabularyOf(files);
  const made = new Map<string, unknown>();
  for (let attempt = 0; attempt < runs * ATTEMPTS && made.size < runs; attempt++) {
    const args = attempt === 0 ? exampleOf(json) : generateArguments(json, random, vocabulary);
    if (args !== undefined && (await check(args)).ok) made.set(canonicalJson(args), args);
  }
  const sorted = [...made].sort(([a], [b]) => a.length - b.length).map(([, args]) => args);
  return [...(options.arguments ?? []), ...sorted];
}

interface Subject {
  readonly info: Info;
  readonly ready: ReadyTool;
  readonly trials: Trials;
  readonly grace: number;
  readonly findings: ToolFindings;
  /** The number of failing calls that were aborted; a few are enough. */
  failures: number;
}

/** Whether the tool did its work with these arguments. */
async function tryArguments(subject: Subject, args: unknown): Promise<boolean> {
  const { trials, grace, findings } = subject;
  const { ran, began, spent } = await trials.use(trial => tryOnce(subject, { trial, args }));
  if (began && (ran.outcome.ok || subject.failures++ < MOST_FAILURES))
    await checkAbort({ trials, args, readOnly: !spent, grace, findings }, ran);
  return ran.outcome.ok;
}

async function tryOnce({ info, ready, findings }: Subject, { trial, args }: { trial: Trial; args: unknown }) {
  trial.watch.reset();
  const explained = await trial.explain(args);
  const early = trial.changes();
  if (early.length > 0) findings.add('read-only', args, `Deciding about it ${sayChanges(early)}`);
  const tried = { trial, args, ready, findings };
  const own = explained.error === undefined && explained.tool === info.id;
  if (own) checkAgreement(ready, explained, findings);
  const ran = await trial.run(args);
  await checkRun(tried, explained, ran);
  const effects = explained.error ? [] : explained.effects;
  const readOnly = effects !== 'everything' && effects.every(({ kind }) => kind === 'read');
  const changes = effects === 'everything' || effects.some(({ kind }) => kind === 'write' || kind === 'delete');
  if (own && ready.definition.readOnly === true && changes)
    findings.add('read-only', args, 'It says that it only looks, and that it changes files');
  if (own && ready.definition.idempotent === true && ran.outcome.ok) await checkAgain(tried, ran, readOnly);
  return { ran, began: trial.watch.runs > 0, spent: !readOnly };
}

/** A small workspace for tools that are verified without files of their own. Harmless, also where someone runs it. */
const SAMPLE_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'README.md': '# Sample\n\nA small workspace to try tools on.\n',
  'src/main.ts': "import { greet } from './lib/greet.ts';\n\nconsole.log(greet('world'));\n",
  'src/lib/greet.ts': 'export function greet(name: string): string {\n  return "Hello, " + name;\n}\n',
  'data/items.json': '[\n  { "id": 1, "name": "one" },\n  { "id": 2, "name": "two" }\n]\n',
  'notes/plan.txt': 'first line\r\nsecond line\r\n',
  'notes/grün 日本.txt': 'Grüße und 🎈\n',
  'empty.txt': '',
  'bytes.bin': Uint8Array.from([0, 1, 2, 253, 254, 255]),
};

const MOST_TEXTS = 200;

/** The paths of the files and of their folders, and pieces of the files' texts. */
function vocabularyOf(files: Readonly<Record<string, string | Uint8Array>>): TextVocabulary {
  const paths = new Set<string>();
  const texts = new Set<string>();
  for (const [name, content] of Object.entries(files)) {
    const parts = name.split('/');
    for (let depth = parts.length; depth > 0; depth--) paths.add(parts.slice(0, depth).join('/'));
    if (typeof content !== 'string') continue;
    for (const line of content.split('\n')) {
      texts.add(line);
      for (const word of line.match(/\w{3,}/g) ?? []) texts.add(word);
    }
    if (content.length < 1000) texts.add(content);
  }
  texts.delete('');
  return { paths: [...paths], texts: [...texts].slice(0, MOST_TEXTS) };
}
