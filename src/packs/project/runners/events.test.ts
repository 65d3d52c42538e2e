import { expect, it } from 'vitest';
import { parseEvents } from './events.ts';

it('takes whole events only, whoever wrote the others', () => {
  const good = { t: 'end', id: 'a', name: 'a', status: 'passed' };
  const lines = [
    { ...good, line: null },
    { ...good, id: 5 },
    { ...good, file: {} },
    { ...good, line: -1 },
    { ...good, line: 1.5 },
    { ...good, status: 'great' },
    { t: 'end' },
    { t: 'broken' },
    { t: 'toString' },
    { t: ['end'] },
    [],
  ].map(each => JSON.stringify(each));
  expect(parseEvents([...lines, '{"t":"end","id":"cut', 'plain'].join('\n'))).toEqual([good]);
});
