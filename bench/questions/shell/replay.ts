import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import type { Effects } from '../../../src/index.ts';
import { KITS } from './kits.ts';
import type { ShellSession } from './sessions.ts';

/** Commands of a session that would be asked about; one that was answered is not asked again. */
export interface ShellReplayed {
  readonly session: ShellSession;
  readonly minutes: number;
  readonly asked: readonly { readonly command: string; readonly verdict: string; readonly reason: string }[];
  /** Commands that were rehearsed, and not asked about: all that they did is inside the policy. */
  readonly spared: readonly string[];
  /** Commands that change anything, and those that reach out. */
  readonly changes: number;
  readonly waysOut: number;
}

const reachesOut = (effects: Effects): boolean =>
  effects === 'everything' || effects.some(({ kind }) => kind === 'network' || kind === 'send');

/** Every command is explained. Those that would be rehearsed are really run, and count where their effects ask. */
export async function replayShell(sessions: readonly ShellSession[]): Promise<readonly ShellReplayed[]> {
  const workspace = openProject();
  let questions = 0;
  const gate = await createToolgate({
    workspace,
    store: 'memory',
    policy: 'privileged',
    approver: () => {
      questions += 1;
      return 'reject_once';
    },
  });
  const isSpared = async (command: string): Promise<boolean> => {
    const before = questions;
    await gate.execute({ name: 'bash', args: { command, timeout: LONGEST } });
    return questions === before;
  };
  try {
    const replayed: ShellReplayed[] = [];
    for (const session of sessions) {
      const asked: ShellReplayed['asked'][number][] = [];
      const spared: string[] = [];
      let [changes, waysOut] = [0, 0];
      for (const command of new Set(session.commands.map(each => each.command))) {
        const told = await gate.explain({ name: 'bash', args: { command } }, { sessionID: session.id });
        if (told.error) throw new Error(`${session.id}: ${command}: ${told.error.message}`);
        const { verdict, reasons, danger, effects, rehearsed } = told;
        if (rehearsed && (await isSpared(command))) spared.push(command);
        else if (verdict !== 'allow') asked.push({ command, verdict, reason: JSON.stringify(reasons) });
        if (danger !== 'safe') changes += 1;
        if (reachesOut(effects)) waysOut += 1;
      }
      const minutes = session.commands.reduce((sum, each) => sum + each.minutes, 0);
      replayed.push({ session, minutes, asked, spared, changes, waysOut });
    }
    return replayed;
  } finally {
    await gate.close();
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** Seconds of a rehearsal: what is counted is whether it asks. */
const LONGEST = 20;

/** Tools of the project's packages: it is one that was installed. */
const INSTALLED = ['tsc', 'vitest', 'jest', 'eslint', 'prettier', 'biome'];

function openProject(): string {
  const workspace = mkdtempSync(join(tmpdir(), 'toolgate-bench-shell-'));
  const tools = INSTALLED.map(tool => `node_modules/.bin/${tool}`);
  for (const file of [...KITS.flatMap(({ files }) => files), ...tools]) {
    mkdirSync(join(workspace, dirname(file)), { recursive: true });
    writeFileSync(join(workspace, file), 'example\n');
  }
  execFileSync('git', ['init', '-q', workspace]);
  execFileSync('git', ['-C', workspace, 'remote', 'add', 'origin', 'https://github.com/acme/app.git']);
  return workspace;
}
