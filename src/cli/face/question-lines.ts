import { renderRequest } from '../../approval/render-request.ts';
import type { ApprovalRequest } from '../../approval/request.ts';
import { diffStyle } from '../terminal/coloured-diff.ts';
import type { Paint, ShownLine } from './shown-line.ts';

/** What a person is asked about, as it stays on the screen; what "always" would save stands beside the answers. */
export function questionLines(request: ApprovalRequest, paint: Paint): ShownLine[] {
  const [head = '', ...rest] = renderRequest({ ...request, suggestions: [] }).split('\n');
  const danger = request.danger === 'dangerous' ? 'red' : 'yellow';
  return [
    { lead: `${paint(danger, '?')} `, text: paint(['bold', danger], head) },
    ...rest.map(line => ({ lead: '  ', text: painted(line, paint) })),
  ];
}

function painted(line: string, paint: Paint): string {
  const style = line.startsWith('  $ ') ? 'bold' : diffStyle(line);
  return style ? paint(style, line) : line;
}
