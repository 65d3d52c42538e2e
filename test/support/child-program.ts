import { join } from 'node:path';

/** The path of a program in `children/` that tests start as a process. */
export const childProgram = (name: string): string => join(import.meta.dirname, 'children', name);
