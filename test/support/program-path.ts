import { join } from 'node:path';
import { inject } from 'vitest';

/** The path of a program that tests start as a process: the command line (`cli`), or one in `children/`. */
export const programPath = (name: string): string => join(inject('programs'), `${name}.js`);

export const EMPTY_STORE = 'empty-store.db';

/** The file of a store that has all its tables and no row: a copy of it is a new store, made in a tenth of the time. */
export const emptyStore = (): string => join(inject('programs'), EMPTY_STORE);
