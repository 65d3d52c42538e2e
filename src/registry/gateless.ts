import type { InitContext } from '../tool/define.ts';
import { ToolError } from '../tool/error.ts';

/** The place of the tools of a registry that belongs to no gate. */
export const NOWHERE: InitContext = { workspace: '.', cwd: '.' };

export const refuseReading = (): never => {
  throw new ToolError('EXECUTION_ERROR', 'This registry cannot read description files; make it through createToolgate');
};

export const refuseRunning = (): never => {
  throw new ToolError('EXECUTION_ERROR', 'This registry belongs to no gate', { suggestion: 'Use createToolgate.' });
};
