import { join } from 'node:path';
import { inject } from 'vitest';

/** The path of a program that tests start as a process: the command line (`cli`), or one in `children/`. */
export const programPath = (name: string): string => join(inject('programs'), `${name}.js`);
