import { optionalPackage } from '../../index.ts';

const need = { by: 'toolgate/mastra', since: '1.71.0' };

export type MastraWorkspace = typeof import('@mastra/core/workspace');

/** The parts of `@mastra/core` that this adapter needs; Mastra tells errors and processes apart by their classes. */
export const loadMastraWorkspace = (): Promise<MastraWorkspace> =>
  optionalPackage('@mastra/core', { ...need, load: () => import('@mastra/core/workspace') });

export const loadMastraTools = (): Promise<typeof import('@mastra/core/tools')> =>
  optionalPackage('@mastra/core', { ...need, load: () => import('@mastra/core/tools') });
