import type * as Sqlite from 'node:sqlite';

let loaded: typeof Sqlite | undefined;

/** node:sqlite, loaded when first needed, without the word "experimental" that Node 22 says at that moment. */
export function sqliteModule(): typeof Sqlite {
  if (loaded) return loaded;
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature')) {
      Reflect.apply(emitWarning, process, [warning, ...rest]);
    }
  }) as typeof process.emitWarning;
  try {
    loaded = process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
  return loaded;
}
