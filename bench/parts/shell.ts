import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'unbash';
import { createToolgate } from '../../src/index.ts';
import { understandCommand } from '../../src/shell/understand-command.ts';
import type { Contest } from '../contest.ts';
import { inFolder, type Part } from '../part.ts';

const RAW = [
  '--unshare-all',
  '--die-with-parent',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--tmpfs',
  '/tmp',
];
// Bash reads the user's .bashrc where its input is a socket, as Node gives it; ours reads none either.
const BARE = ['--noprofile', '--norc', '-c', 'true'];
const COMMAND =
  'git status && npm run build 2>&1 | tail -20 && grep -rn "TODO" src --include="*.ts" | head -5 > todo.txt';
const PLACE = { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: '/tmp' };

/** Commands: understood, in the sandbox with the transaction around them, and with many files. */
export const measure: Part = options =>
  inFolder(options, async folder => {
    const root = join(folder, 'ws');
    mkdirSync(root);
    const gate = await createToolgate({
      workspace: root,
      policy: 'privileged',
      store: join(folder, 'state/toolgate.db'),
    });
    const bash = async (command: string) => {
      const outcome = await gate.execute({ name: 'bash', args: { command } });
      if (!outcome.ok) throw new Error(outcome.output);
    };
    const files = options.quick ? 1_000 : 10_000;
    const make = (round: number) => `mkdir d${round} && for i in $(seq ${files}); do echo $i > d${round}/f$i; done`;
    const contests: Contest[] = [
      {
        work: 'a command understood',
        measure: 'cpu',
        contestants: [
          { name: 'parsed once', role: 'floor', once: () => parse(COMMAND), times: 200 },
          { name: 'understood', role: 'ours', once: () => understandCommand(COMMAND, PLACE), times: 200 },
        ],
      },
      {
        work: 'true in the sandbox',
        measure: 'wall',
        goal: 2,
        contestants: [
          { name: 'bash -c true', role: 'peer', once: () => spawnSync('bash', BARE) },
          {
            name: 'bubblewrap, all namespaces',
            role: 'floor',
            once: () => execFileSync('bwrap', [...RAW, 'bash', ...BARE]),
          },
          { name: 'toolgate bash, with the transaction', role: 'ours', once: round => bash(`true ${round}`) },
        ],
      },
      {
        work: `${files.toLocaleString('en')} new files by one command`,
        measure: 'wall',
        goal: 4,
        rounds: 3,
        contestants: [
          {
            name: 'bash',
            role: 'floor',
            once: round => {
              execFileSync('bash', ['-c', make(round)], { cwd: folder });
              rmSync(join(folder, `d${round}`), { recursive: true });
            },
          },
          { name: 'toolgate bash, durable, undoable', role: 'ours', once: round => bash(make(round)) },
        ],
      },
    ];
    return { contests, close: () => gate.close() };
  });
