import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ToolgateOptions } from '../../src/index.ts';
import type { Info } from '../../src/tool/define.ts';
import { define } from '../../src/tool/define.ts';
import { executes } from '../../src/tool/effect.ts';
import { OwnFiles } from '../../src/workspace/layer/own-files.ts';
import { some } from '../support/suite.ts';
import { treeOf } from '../support/tree.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const MB = 1024 * 1024;

/** A repository whose git ignores `out`, `.output`, `dist` and `data`, with a person's files in them. */
const FILES = {
  '.gitignore': 'out/\n.output/\ndist/\ndata/\n',
  'out/results.db': 'results',
  'out/deep/log.txt': 'log',
  '.output/run.csv': '3,4',
  'dist/thesis.pdf': 'thesis',
  'data/a.csv': '1,2',
  'clean.js': 'for (const each of ["out", "dist"]) require("fs").rmSync(each, { recursive: true });',
};

interface AskedGate extends TestGate {
  readonly asked: string[];
}

async function open(
  options: Partial<ToolgateOptions> = {},
  answer: 'allow_once' | 'deny' = 'allow_once',
): Promise<AskedGate> {
  const asked: string[] = [];
  const approver: ToolgateOptions['approver'] = ({ reason }) => {
    asked.push(reason ?? '');
    return answer;
  };
  const test = await openGate(FILES, { policy: 'privileged', approver, ...options });
  execFileSync('git', ['init', '-q', test.root]);
  mkdirSync(join(test.root, 'out/deep/empty'));
  return { ...test, asked };
}

const below = (test: TestGate, ...folders: readonly string[]) =>
  Object.entries(treeOf(test.root)).filter(([path]) => folders.some(folder => path.startsWith(folder)));

async function bash(test: TestGate, command: string): Promise<string> {
  const ran = await test.run('bash', { command });
  expect(ran.error).toBeUndefined();
  return ran.output;
}

describe("a person's files in folders that git ignores", () => {
  it.each(
    some([
      'rm -rf out .output dist',
      'node clean.js',
      'find out dist -delete',
      'echo new > out/results.db; truncate -s 0 dist/thesis.pdf',
      'mv clean.js out/results.db; mv -f out/deep/log.txt dist/thesis.pdf',
      'rm -rf out; echo a file > out',
      'mkdir out/empty out/other; rmdir out/deep/empty; rm -r out/deep',
      'rm -rf out && mkdir -p out/deep && echo new > out/deep/new',
      'exec 3<> out/results.db; printf gone >&3; exec 3>&-; chmod 000 dist; chmod 700 dist; rm dist/*',
      'ln -sf ../clean.js out/results.db; rm -r out/deep; ln -s ../data out/deep',
      'cd out && tar c . | tar x -C ../dist && mv deep/log.txt results.db',
    ]),
  )('a person’s files in folders that git ignores come back, nobody is asked: %s', async command => {
    const test = await open();
    const before = below(test, 'out/', '.output/', 'dist/', 'data/', 'clean.js');
    await bash(test, command);
    const after = below(test, 'out', '.output', 'dist', 'data', 'clean.js');
    expect(after).not.toEqual(before);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    const back = new Map(below(test, 'out/', '.output/', 'dist/', 'data/', 'clean.js'));
    for (const [path, was] of before) expect([path, back.get(path)]).toEqual([path, was]);
    expect((await test.run('redo', {})).error).toBeUndefined();
    expect(below(test, 'out', '.output', 'dist', 'data', 'clean.js')).toEqual(after);
    expect(test.asked).toEqual([]);
  });

  it('a person’s files in a folder that is outside of undo by the user’s own word come back too', async () => {
    const test = await open({ outsideUndo: ['data/'] });
    await bash(test, 'echo new > data/new.csv; rm data/a.csv');
    await test.run('undo_turn', {});
    expect([test.read('data/a.csv'), test.read('data/new.csv')]).toEqual(['1,2', 'new\n']);
  });
});

it.each([
  ['.venv/src/mine', { 'requirements.txt': '-e git+https://a.example/mine', '.venv/pyvenv.cfg': '' }],
  ['vendor/me/mine', { 'composer.lock': '{}', 'vendor/autoload.php': '' }],
])('a repository that a package manager has put below %s comes back', async (folder, proofs) => {
  const test = await open();
  for (const [path, text] of Object.entries(proofs)) test.write(path, text);
  test.write(`${folder}/.git/HEAD`, 'ref: refs/heads/main');
  test.write(`${folder}/work.txt`, 'mine');
  const [top = ''] = folder.split('/');
  await bash(test, `rm -rf ${top}`);
  expect(test.exists(top)).toBe(false);
  await test.run('undo_turn', {});
  expect(test.read(`${folder}/work.txt`)).toBe('mine');
});

it('settings in a .gradle folder that git does not ignore, as in a home, come back', async () => {
  const test = await open();
  test.write('.gradle/gradle.properties', 'mine');
  await bash(test, 'rm -rf .gradle');
  await test.run('undo_turn', {});
  expect(test.read('.gradle/gradle.properties')).toBe('mine');
});

describe('what calls have made in build output', () => {
  it('what calls have made in build output is not kept, until somebody else writes there', async () => {
    const test = await open();
    expect(await bash(test, 'rm -rf dist && mkdir -p dist/lib && echo 1 > dist/lib/a.js')).toContain(
      'Outside of undo: dist.',
    );
    const later = await test.again();
    expect(await bash(later, 'echo 2 > dist/lib/a.js; echo 1 > dist/b.js')).toContain('Outside of undo: dist.');
    expect((await later.run('bash', { command: 'rm -rf dist' })).metadata.changeSetID).toBeUndefined();
    await bash(later, 'mkdir -p dist/lib && echo 3 > dist/lib/a.js');
    test.write('dist/lib/mine.txt', 'mine');
    await bash(later, 'rm -rf dist');
    await later.run('undo_turn', {});
    expect(below(test, 'dist/').map(([path]) => path)).toEqual(['dist/lib', 'dist/lib/a.js', 'dist/lib/mine.txt']);
  });

  it('what calls have made in a folder that still holds a person’s files is kept with them', async () => {
    const test = await open();
    await bash(test, 'echo 1 > dist/a.js');
    await bash(test, 'rm -rf dist');
    await test.run('undo_turn', {});
    expect(below(test, 'dist/').map(([path]) => path)).toEqual(['dist/a.js', 'dist/thesis.pdf']);
  });

  it('what calls have made is not what they gave another time or mode', async () => {
    const test = await open();
    await bash(test, 'touch dist/thesis.pdf; chmod 600 dist/thesis.pdf');
    await bash(test, 'rm -rf dist');
    await test.run('undo_turn', {});
    expect(test.read('dist/thesis.pdf')).toBe('thesis');
  });

  it('what calls have made is another folder’s once a person has put one in its place', async () => {
    const test = await open();
    await bash(test, 'rm -rf dist && mkdir dist && echo 1 > dist/a.js');
    rmSync(join(test.root, 'dist'), { recursive: true });
    test.write('dist/mine.txt', 'mine');
    await bash(test, 'rm -rf dist');
    await test.run('undo_turn', {});
    expect(test.read('dist/mine.txt')).toBe('mine');
  });
});

describe('what a person puts into build output that calls have made', () => {
  const MAKE = 'rm -rf dist && mkdir dist && echo 1 > dist/a.js';
  const HOOK = 'mkdir -p .husky && echo x > .husky/pre-commit';

  it.each(['rm -rf dist', 'echo 2 > dist/mine/a.csv', 'rm dist/mine/a.csv'])(
    'a folder that a person moves into build output which calls have made comes back: %s',
    async command => {
      const test = await open();
      test.write('mine/a.csv', 'mine');
      await bash(test, MAKE);
      renameSync(join(test.root, 'mine'), join(test.root, 'dist/mine'));
      await bash(test, command);
      await test.run('undo_turn', {});
      expect(test.read('dist/mine/a.csv')).toBe('mine');
    },
  );

  /** A gate whose person writes into `dist` while they are asked for the first time. */
  const writing = async (path: string) => {
    let test: AskedGate | undefined;
    const approver = () => {
      if (!test?.exists('written')) for (const each of [path, 'written']) test?.write(each, 'mine');
      return 'allow_once' as const;
    };
    test = await open({ approver });
    await bash(test, MAKE);
    return test;
  };

  it.each([
    ['rm -rf dist', 'dist/mine.txt'],
    ['echo 2 > dist/a.js', 'dist/a.js'],
    ['mkdir dist/new; echo 2 > dist/new/b.js', 'dist/new/b.js'],
  ])('what a person writes while they are asked stays, and nothing is written: %s', async (script, path) => {
    const test = await writing(path);
    test.write('make.sh', `${script}; ${HOOK}`);
    expect((await test.run('bash', { command: 'sh make.sh' })).error?.code).toBe('STALE_FILE');
    expect([test.read(path), test.exists('.husky')]).toEqual(['mine', false]);
  });

  it('what a person writes while they are asked is not taken for what calls have made later', async () => {
    const test = await writing('dist/mine.txt');
    test.write('make.sh', `echo 2 > dist/b.js; ${HOOK}`);
    await bash(test, 'sh make.sh');
    await bash(test, 'rm -rf dist');
    await test.run('undo_turn', {});
    expect(test.read('dist/mine.txt')).toBe('mine');
  });
});

describe('what a person makes while what a command has left is looked at', () => {
  it.each(['dist', 'fresh/dist'])(
    'a folder that comes to be meanwhile is not taken for what calls have made: %s',
    async folder => {
      const test = await open();
      rmSync(join(test.root, 'dist'), { recursive: true });
      const isFilled = OwnFiles.prototype.isFilled;
      const spy = vi.spyOn(OwnFiles.prototype, 'isFilled').mockImplementation(function (this: OwnFiles, ...args) {
        test.write(`${folder}/mine.txt`, 'mine');
        return isFilled.apply(this, args);
      });
      const { error } = await test.run('bash', { command: `mkdir -p ${folder}/lib; echo 1 > ${folder}/lib/a.js` });
      expect(spy).toHaveBeenCalled();
      spy.mockRestore();
      expect([undefined, 'STALE_FILE']).toContain(error?.code);
      await bash(test, `rm -rf ${folder}`);
      await test.run('undo_turn', {});
      expect(test.read(`${folder}/mine.txt`)).toBe('mine');
    },
  );
});

describe('what is too large to be kept', () => {
  const policy = { extends: 'privileged', limits: { image: MB } } as const;
  const large = (test: TestGate, ...paths: readonly string[]) => {
    for (const path of paths) {
      mkdirSync(join(test.root, path, '..'), { recursive: true });
      writeFileSync(join(test.root, path), '');
      truncateSync(join(test.root, path), 3 * MB);
    }
  };

  it.each([
    'rm -rf out',
    'node clean.js',
    'for f in out/*.bin; do : > $f; done',
    'mv out/results.db out/one.bin; rm out/two.bin',
  ])('what is too large to be kept is asked about by its name and size, and a no leaves it: %s', async command => {
    const test = await open({ policy }, 'deny');
    large(test, 'out/one.bin', 'out/two.bin');
    const before = treeOf(test.root);
    const ran = await test.run('bash', { command });
    expect(ran.error?.code).toBe('APPROVAL_DENIED');
    expect(test.asked).toEqual([
      'it deletes or overwrites out/: 2 files, 6 MB (out/one.bin 3 MB, out/two.bin 3 MB): not covered by undo',
    ]);
    expect(treeOf(test.root)).toEqual(before);
  });

  it('what is too large to be kept and was let go does not keep undo from bringing back the rest', async () => {
    const test = await open({ policy });
    large(test, 'out/one.bin');
    await bash(test, 'rm -rf out');
    const undone = await test.run('undo_turn', {});
    expect(undone.output).toContain('[Not brought back, for it was too large to be kept: out/one.bin.]');
    expect(below(test, 'out/').map(([path]) => path)).toEqual([
      'out/deep',
      'out/deep/empty',
      'out/deep/log.txt',
      'out/results.db',
    ]);
    await bash(test, 'rm out/results.db');
    large(test, 'out/two.bin');
    await bash(test, 'rm out/two.bin');
    expect((await test.run('undo_file', { path: 'out/two.bin' })).error?.code).toBe('UNDO_CONFLICT');
  });

  it('what is too large to be kept is not asked about where its content stays', async () => {
    const test = await open({ policy });
    large(test, 'out/one.bin');
    await bash(test, 'chmod 600 out/one.bin; touch out/one.bin; mv out/deep/log.txt out/log.txt');
    expect([test.asked, test.read('out/log.txt')]).toEqual([[], 'log']);
  });

  it('what is too large to be kept is asked about also where a file tool deletes or replaces it', async () => {
    const test = await open({ policy });
    large(test, 'data/one.bin', 'data/two.bin');
    await test.run('write_file', { path: 'data/one.bin', content: 'new' });
    expect(test.asked.at(-1)).toContain('data/one.bin 3 MB: not covered by undo');
    await test.run('delete_file', { path: 'data', recursive: true });
    expect(test.asked.at(-1)).toContain('data/two.bin 3 MB: not covered by undo');
  });
});

describe('a job on the real files', () => {
  const job = (work: (root: string) => void, asks = false): Info =>
    define('job', {
      description: 'Works on the real files.',
      parameters: { type: 'object', properties: {} },
      effects: () => [executes('job')],
      danger: 'moderate',
      sandboxed: true,
      execute: async (_, ctx) => {
        await ctx.files.inPlace(async ({ uncopied }) => {
          if (asks && uncopied.length > 0) await ctx.ask({ reason: uncopied.map(({ path }) => path).join() });
          work(ctx.files.root);
        });
        return { output: 'done' };
      },
    }) as Info;

  it('a job on the real files leaves a way back for a person’s files in build output, and for nothing that it made', async () => {
    const clean = (root: string) => {
      rmSync(join(root, 'dist'), { recursive: true });
      mkdirSync(join(root, 'dist/lib'), { recursive: true });
      writeFileSync(join(root, 'dist/lib/a.js'), 'made');
    };
    const test = await open({ tools: [job(clean)] });
    await test.run('job', {});
    expect(below(test, 'dist/').map(([path]) => path)).toEqual(['dist/lib', 'dist/lib/a.js']);
    expect((await test.run('job', {})).metadata.changeSetID).toBeUndefined();
    await test.run('undo_turn', {});
    expect(below(test, 'dist/').map(([path]) => path)).toEqual(['dist/lib', 'dist/lib/a.js', 'dist/thesis.pdf']);
  });

  it('a job on the real files is told of what could not be put back, before it runs', async () => {
    const ran: string[] = [];
    const test = await open({ tools: [job(root => ran.push(root), true)] }, 'deny');
    writeFileSync(join(test.root, 'data/huge.bin'), '');
    truncateSync(join(test.root, 'data/huge.bin'), 600 * MB);
    chmodSync(join(test.root, 'data/huge.bin'), 0o600);
    expect((await test.run('job', {})).error?.code).toBe('APPROVAL_DENIED');
    expect([test.asked, ran]).toEqual([['data/huge.bin'], []]);
  });
});
