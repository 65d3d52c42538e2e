import { useEffect } from 'react';
import type { ToolEntry } from '../../src/console/api.ts';
import { live } from '../core/live.ts';
import { post } from '../core/request.ts';

/** Known by a line only: its server was not yet asked for the rest. */
const isLine = ({ trust, example, parameters }: ToolEntry): boolean =>
  trust === 'untrusted' && example === undefined && parameters.properties === undefined;

/** Has the parameters of a tool loaded when someone looks at it, so that its form is there before the first call. */
export function useParameters(tool: ToolEntry | undefined): void {
  const wanted = tool && isLine(tool) ? tool.name : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    post('/explain', { tool: wanted, args: {} }).then(
      () => live.touch('tools'),
      () => {},
    );
  }, [wanted]);
}
