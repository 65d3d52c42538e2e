import { expect, it } from 'vitest';
import { markdownLines, splitBlocks } from './markdown.ts';
import type { Paint } from './shown-line.ts';

const plain: Paint = (_, text) => text;
const marked: Paint = (style, text) => `<${[style].flat().join(' ')}>${text}</>`;
const drawn = (text: string, paint = plain) => markdownLines(text, paint).map(({ lead, text: own }) => `${lead}${own}`);

it('Markdown becomes lines: headings, lists within lists, code, quotes, tables', () => {
  const text =
    '# Head\n\nA **b** `c`\n\n- one\n- two\n  1. below\n- [x] done\n\n```sh\nls -l\n\nrm\n```\n\n> said\n\n| a | b |\n|---|---|\n| 11 | 2 |';
  expect(drawn(text)).toEqual(
    [
      'Head',
      '',
      'A b c',
      '',
      '• one',
      '• two',
      '  1. below',
      '[x] done',
      '',
      '  ls -l',
      '  ',
      '  rm',
      '',
      '│ said',
      '',
    ].concat(['a   b', '11  2']),
  );
  expect(drawn('**b** and `c`', marked)).toEqual(['<bold>b</> and <cyan>c</>']);
});

it('where a link leads is read, and what would draw is written as a code', () => {
  expect(drawn('[bank](https://evil.test) https://a.test')).toEqual(['bank (https://evil.test) https://a.test']);
  expect(drawn('a\x1b[2Jb\u202ec `\x9b31m`').join('')).not.toMatch(/[\x1b\u202e\x9b]/);
});

it('a text that grows is drawn block by block, and never in the middle of one', () => {
  expect(splitBlocks('One.\n\nTwo')).toEqual({ whole: 'One.\n\n', rest: 'Two' });
  expect(splitBlocks('```\na\n\nb')).toEqual({ whole: '', rest: '```\na\n\nb' });
  expect(splitBlocks('- a\n- b')).toEqual({ whole: '', rest: '- a\n- b' });
});
