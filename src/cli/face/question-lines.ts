import { renderRequest } from '../../approval/render-request.ts';
import type { ApprovalRequest } from '../../approval/request.ts';
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

/** Lines of the diff stand at the margin of the text; all that a model wrote elsewhere is indented. */
function painted(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('green', line);
  if (line.startsWith('-')) return paint('red', line);
  if (line.startsWith('  $ ')) return paint('bold', line);
  return line.startsWith('@@') ? paint('cyan', line) : line;
}
