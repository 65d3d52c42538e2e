import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Milliseconds after which a program that goes on keeps what it has compiled: most of them are killed in the end. */
const SETTLED = 1_000;
/** Milliseconds for which compiled code is kept. */
const MOST_AGE = 30 * 24 * 60 * 60 * 1_000;

/** What each file of the program is given: what Node gives to such files, and a way to import. */
const GIVEN = 'exports,require,module,__filename,__dirname,__import';

/**
 * Loads the built program, and keeps the code that V8 has compiled for the next start: functions too, which Node's own
 * cache leaves out, and which are most of the work. A file is known by its name, which has a hash of its content; the
 * first one has none, and nothing of it is kept.
 */
export function loadCompiled(program: string, kept: string | undefined): unknown {
  const folder = dirname(program);
  const outside = createRequire(program);
  const loaded = new Map<string, { exports: object }>();
  const unkept = new Map<string, Script>();

  function load(name: string): unknown {
    const known = loaded.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const file = join(folder, name);
    const code = `(function(${GIVEN}){"use strict";${readFileSync(file, 'utf8')}\n})`;
    const cachedData = kept === undefined || file === program ? undefined : readKept(join(kept, name));
    const script = new Script(code, { filename: file, ...(cachedData ? { cachedData } : {}) });
    if (file !== program && (!cachedData || script.cachedDataRejected)) unkept.set(name, script);
    script.runInThisContext()(module.exports, require, module, file, folder, importBeside);
    return module.exports;
  }
  const importBeside = (id: string): Promise<unknown> =>
    import(id.startsWith('./') ? pathToFileURL(join(folder, id)).href : id);
  const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : outside(id));

  if (kept !== undefined) {
    const keep = () => keepCompiled(kept, unkept);
    setTimeout(keep, SETTLED).unref();
    process.once('exit', keep);
  }
  return load(basename(program));
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Where it cannot be kept, the next start is only slower. */
function keepCompiled(folder: string, unkept: Map<string, Script>): void {
  try {
    for (const [name, script] of unkept) {
      const file = join(folder, name);
      writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    }
    if (unkept.size > 0) removeOld(folder);
  } catch {
    // A full disk, or a folder that is gone.
  } finally {
    unkept.clear();
  }
}

/** Removes what was kept long ago: mostly of earlier versions, for every file of another one has another name. */
function removeOld(folder: string): void {
  const oldest = Date.now() - MOST_AGE;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (statSync(file).mtimeMs < oldest) unlinkSync(file);
  }
}
