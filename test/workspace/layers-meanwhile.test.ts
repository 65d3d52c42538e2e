import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LayerWorld, openLayerSandbox, openLayers } from '../support/workspace/open-layers.ts';

let world: LayerWorld;
let place: Awaited<ReturnType<typeof openLayerSandbox>>;
beforeAll(async () => {
  place = await openLayerSandbox();
  world = await openLayers(place.sandbox);
});
afterAll(async () => {
  await world.close();
  await place.close();
});

const at = (path: string) => join(world.root, path);
const put = (path: string, content: string) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
};
const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined);

/** A folder of its own for each test: what is known of one is not known of the others. */
let dir = '';
let count = 0;
beforeEach(() => {
  dir = `d${++count}`;
  for (const name of ['f', 'g', 'sub/f', 'sub/g']) put(`${dir}/${name}`, `${name}\n`);
});

/** A job does something, a person something else while it runs, and the job perhaps something more. */
async function meanwhile(job: string, person: () => void, later?: string) {
  const shell = world.shell();
  await shell.run(`cd ${dir}; ${job}`);
  person();
  if (later !== undefined) await shell.run(later);
  return shell.commit();
}

const EDITS: Readonly<Record<string, string>> = {
  'appended to in place': 'echo more >> f',
  'replaced by a rename': 'echo more > f.new; mv f.new f',
  'edited by sed': 'sed -i s/f/h/ f',
  'removed and made anew': 'rm f; echo more > f',
  'given another mode': 'chmod 600 f',
  'given another name': 'ln f h',
};

describe('a file that a person has deleted while a job changed it does not come back by itself', () => {
  for (const [name, edit] of Object.entries(EDITS)) {
    it(`one that was ${name}`, async () => {
      const { met, written } = await meanwhile(edit, () => rmSync(at(`${dir}/f`)));
      expect(met).toContain(`${dir}/f`);
      expect(written).toEqual([]);
      expect(existsSync(at(`${dir}/f`))).toBe(false);
    });
  }

  it('one that a person has moved', async () => {
    const { met } = await meanwhile('sed -i s/f/h/ f', () => renameSync(at(`${dir}/f`), at(`${dir}/moved`)));
    expect(met).toEqual([`${dir}/f`]);
    expect([read(`${dir}/f`), read(`${dir}/moved`)]).toEqual([undefined, 'f\n']);
  });

  it('one whose folder a person has deleted', async () => {
    const { met } = await meanwhile('sed -i s/f/h/ sub/f; echo new > sub/new', () =>
      rmSync(at(`${dir}/sub`), { recursive: true }),
    );
    expect(met).toEqual([`${dir}/sub`, `${dir}/sub/f`, `${dir}/sub/new`]);
    expect(existsSync(at(`${dir}/sub`))).toBe(false);
  });

  it('one whose folder a person has moved, and has put another in its place', async () => {
    put(`${dir}/other/f`, 'of the person\n');
    const wrap = world.turns();
    renameSync(at(`${dir}/sub`), at(`${dir}/old`));
    const { met } = await wrap.turn(`cd ${dir}; sed -i s/f/h/ old/f; sed -i s/f/h/ other/f`);
    expect(met).toEqual([`${dir}/old/f`]);
    const job = meanwhile('sed -i s/f/h/ old/f', () => {
      renameSync(at(`${dir}/old`), at(`${dir}/sub`));
      renameSync(at(`${dir}/other`), at(`${dir}/old`));
    });
    // The sandbox itself may lose sight of what was moved below it: then nothing is written either.
    expect((await job).written).toEqual([]);
    expect([read(`${dir}/old/f`), read(`${dir}/sub/f`)]).toEqual(['of the person\n', 'sub/f\n']);
  });

  it('one that the job has moved', async () => {
    const { met } = await meanwhile('mv f h', () => rmSync(at(`${dir}/f`)));
    expect(met).toContain(`${dir}/f`);
    expect(existsSync(at(`${dir}/h`))).toBe(false);
  });

  it('one that is there again as something else', async () => {
    const byFolder = await meanwhile('echo more >> f', () => {
      rmSync(at(`${dir}/f`));
      mkdirSync(at(`${dir}/f`));
    });
    const byLink = await meanwhile('echo more >> g', () => {
      rmSync(at(`${dir}/g`));
      symlinkSync('sub/g', at(`${dir}/g`));
    });
    expect([byFolder.met, byLink.met]).toEqual([[`${dir}/f`], [`${dir}/g`]]);
    expect([statSync(at(`${dir}/f`)).isDirectory(), read(`${dir}/g`)]).toEqual([true, 'sub/g\n']);
  });
});

describe('what a person puts there while a job runs stays', () => {
  it('an edit of what the job has deleted or moved', async () => {
    const { met } = await meanwhile('rm f; mv g h', () => {
      put(`${dir}/f`, 'of the person\n');
      put(`${dir}/g`, 'of the person\n');
    });
    expect(met).toEqual([`${dir}/f`, `${dir}/g`]);
    expect([read(`${dir}/f`), read(`${dir}/g`), read(`${dir}/h`)]).toEqual([
      'of the person\n',
      'of the person\n',
      undefined,
    ]);
  });

  it('a mode of a file or of a folder in which the job works', async () => {
    chmodSync(at(`${dir}/sub`), 0o755);
    const { met } = await meanwhile('echo more >> f; echo more >> sub/f', () => {
      chmodSync(at(`${dir}/f`), 0o600);
      chmodSync(at(`${dir}/sub`), 0o700);
    });
    expect(met).toContain(`${dir}/f`);
    expect(met).toContain(`${dir}/sub`);
    expect(statSync(at(`${dir}/sub`)).mode & 0o777).toBe(0o700);
  });

  it('a mode of a folder that the job has deleted', async () => {
    const wrap = world.turns();
    const shell = wrap.begin();
    await shell.run(`rm -r ${dir}/sub`);
    chmodSync(at(`${dir}/sub`), 0o700);
    expect((await shell.commit()).met).toEqual([`${dir}/sub`]);
    expect(statSync(at(`${dir}/sub`)).mode & 0o777).toBe(0o700);
  });

  it('an empty folder in the place of one that the job has deleted, and old files in one that it has made', async () => {
    put(`${dir}/old/x`, 'x\n');
    const { met } = await meanwhile('rm -r sub; mkdir made; echo new > made/new', () => {
      rmSync(at(`${dir}/sub`), { recursive: true });
      mkdirSync(at(`${dir}/sub`));
      renameSync(at(`${dir}/old`), at(`${dir}/made`));
    });
    expect(met).toContain(`${dir}/sub`);
    expect([existsSync(at(`${dir}/sub`)), read(`${dir}/made/x`)]).toEqual([true, 'x\n']);
  });

  it('a file of the same name with other content', async () => {
    const { met } = await meanwhile('echo job > new', () => put(`${dir}/new`, 'person\n'));
    expect([met, read(`${dir}/new`)]).toEqual([[`${dir}/new`], 'person\n']);
  });
});

describe('usual work of several at the same time is no conflict', () => {
  it('both make the same file, or delete the same', async () => {
    const { met, written } = await meanwhile('echo same > new; rm f', () => {
      put(`${dir}/new`, 'same\n');
      rmSync(at(`${dir}/f`));
    });
    expect({ met, written }).toEqual({ met: [], written: [] });
  });

  it('a job makes files where others make and remove theirs, once the folder is one where calls work', async () => {
    const first = await meanwhile('echo 1 > one', () => {});
    const second = await meanwhile('echo 2 > two; mkdir made; echo 3 > made/three', () => {
      put(`${dir}/temp`, 'x');
      rmSync(at(`${dir}/temp`));
      put(`${dir}/stays`, 'x');
    });
    expect([...first.met, ...second.met]).toEqual([]);
    expect([read(`${dir}/two`), read(`${dir}/made/three`)]).toEqual(['2\n', '3\n']);
  });

  it('a person makes and removes files at the top of the workspace', async () => {
    const { met } = await meanwhile(`echo 2 > ../top-${dir}; mkdir ../new-${dir}; echo > ../new-${dir}/x`, () => {
      put('temp', 'x');
      rmSync(at('temp'));
    });
    expect(met).toEqual([]);
  });

  it('many jobs that begin together make files in one folder, and in one that all of them make', async () => {
    const jobs = await Promise.all(
      [1, 2, 3, 4].map(async number => {
        const shell = world.shell();
        await shell.run(`cd ${dir}; echo > sub/${number}; mkdir -p both; echo > both/${number}`);
        return shell;
      }),
    );
    for (const job of jobs) expect((await job.commit()).met).toEqual([]);
    for (const number of [1, 2, 3, 4])
      expect([read(`${dir}/sub/${number}`), read(`${dir}/both/${number}`)]).toEqual(['\n', '\n']);
  });
});

describe('a layer that is taken turn by turn', () => {
  it('what it made and a person has deleted since does not come back with the next turn', async () => {
    const wrap = world.turns();
    expect((await wrap.turn(`cd ${dir}; echo 1 > new; sed -i s/f/h/ f`)).met).toEqual([]);
    rmSync(at(`${dir}/new`));
    const { met } = await wrap.turn(`cd ${dir}; echo 2 > second`);
    expect([met, existsSync(at(`${dir}/new`))]).toEqual([[`${dir}/new`], false]);
  });

  it('what a person has taken back does not come back with the next turn', async () => {
    const wrap = world.turns();
    await wrap.turn(`cd ${dir}; echo 1 >> f`);
    const { set } = await wrap.turn(`cd ${dir}; echo 2 >> f`);
    await world.undo(set!);
    expect(read(`${dir}/f`)).toBe('f\n1\n');
    const { met } = await wrap.turn(`cd ${dir}; echo 3 >> f`);
    expect([met, read(`${dir}/f`)]).toEqual([[`${dir}/f`], 'f\n1\n']);
  });

  it('what it has deleted and makes anew is its own, also while a person works beside it', async () => {
    const wrap = world.turns();
    expect((await wrap.turn(`cd ${dir}; rm -r sub f`)).met).toEqual([]);
    put(`${dir}/beside`, 'x');
    expect((await wrap.turn(`cd ${dir}; mkdir sub; echo 1 > sub/f; echo 1 > f`)).met).toEqual([]);
    put(`${dir}/sub/beside`, 'x');
    expect((await wrap.turn(`cd ${dir}; echo 2 > sub/new; echo 2 >> f`)).met).toEqual([]);
    expect([read(`${dir}/sub/f`), read(`${dir}/sub/new`), read(`${dir}/f`)]).toEqual(['1\n', '2\n', '1\n2\n']);
  });
});
