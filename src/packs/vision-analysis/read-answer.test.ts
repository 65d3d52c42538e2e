import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';
import { CATEGORIES, SEVERITIES } from './report.ts';

const FINDING = {
  severity: 'major',
  category: 'layout',
  description: 'The button covers the price.',
  location: 'lower right',
  suggestion: 'Move it down.',
};
const WHOLE = { findings: [FINDING], summary: 'Nearly done.' };
const read = { findings: [FINDING], summary: 'Nearly done.', form: 'whole', dropped: 0 };

describe('an answer', () => {
  it.each([
    ['alone', JSON.stringify(WHOLE)],
    ['in many lines', JSON.stringify(WHOLE, null, 2)],
    ['in a fence', `\`\`\`json\n${JSON.stringify(WHOLE)}\n\`\`\``],
    ['among words with braces', `Here {it} is:\n${JSON.stringify(WHOLE)}\nI hope {this} helps!`],
    [
      'with comments and a comma too many',
      JSON.stringify(WHOLE, null, 1)
        .replace('"severity"', '// the "worst" {one}\n/* it\'s } */ "severity"')
        .replace('"Nearly done."', '"Nearly done.",'),
    ],
    ['below a key', JSON.stringify({ report: WHOLE })],
    ['under another name', JSON.stringify({ issues: [FINDING], summary: 'Nearly done.' })],
    ['with keys that nobody asked for', JSON.stringify({ ...WHOLE, findings: [{ ...FINDING, score: 3 }], more: 1 })],
  ])('%s is understood', (_, text) => {
    expect(readAnswer(text)).toEqual(read);
  });

  it('an answer in other words for the same is understood', () => {
    const given = [
      { ...FINDING, severity: 'HIGH', category: 'Alignment' },
      { ...FINDING, severity: 'Blocker', category: 'a11y', location: null },
      { ...FINDING, severity: 'low', category: 'Usability', location: '', suggestion: undefined },
      { ...FINDING, severity: 'info', category: 'color-contrast' },
    ];
    const { findings, dropped } = readAnswer(JSON.stringify({ findings: given, summary: 's' }));
    expect(findings.map(({ severity, category }) => `${severity} ${category}`)).toEqual([
      'major layout',
      'critical accessibility',
      'minor ux',
      'suggestion accessibility',
    ]);
    expect(findings.map(finding => 'location' in finding)).toEqual([true, false, false, true]);
    expect(findings[2]?.suggestion).toBe('');
    expect(dropped).toBe(0);
  });

  it('an answer counts what it cannot place, and guesses nothing', () => {
    const odd = ['text', null, { ...FINDING, severity: 'purple' }, { ...FINDING, category: 7 }, { severity: 'minor' }];
    expect(readAnswer(JSON.stringify({ findings: [...odd, FINDING], summary: 's' }))).toMatchObject({
      findings: [FINDING],
      dropped: 5,
    });
  });

  it('an answer that was cut gives what came before the cut', () => {
    const text = JSON.stringify({ summary: 'Nearly "done".', findings: [FINDING, FINDING, FINDING] });
    expect(readAnswer(text.slice(0, -40))).toMatchObject({
      findings: [FINDING, FINDING],
      summary: 'Nearly "done".',
      form: 'part',
    });
  });

  it('an answer that is a list is one of findings', () => {
    expect(readAnswer(`Here:\n${JSON.stringify([FINDING, FINDING])}`)).toEqual({
      findings: [FINDING, FINDING],
      summary: 'The model gave no summary.',
      form: 'whole',
      dropped: 0,
    });
  });

  it('an answer in free words is the summary', () => {
    expect(readAnswer('The page looks fine.\n')).toEqual({
      findings: [],
      summary: 'The page looks fine.',
      form: 'text',
      dropped: 0,
    });
    expect(readAnswer('```\nFine.\n```').summary).toBe('Fine.');
    expect(readAnswer('{"colour": "blue"}')).toMatchObject({ form: 'text', summary: '{"colour": "blue"}' });
  });

  it('an answer tells a terminal nothing, and is not endless', () => {
    const nasty = { ...FINDING, description: 'a\u001b[2Jb\u202ec', suggestion: 'x'.repeat(100_000) };
    const [finding] = readAnswer(JSON.stringify({ findings: [nasty], summary: '' })).findings;
    expect(finding?.description).toBe('a[2Jbc');
    expect(finding?.suggestion).toHaveLength(2_000);
    const long = ['{', '{"a":', '[{"severity":1},', '{"a":1,}', '"summary":"', '```', '} ', '{ /*', ' '];
    for (const part of long) expect(readAnswer(part.repeat(200_000)).findings).toEqual([]);
    const deep = 20_000;
    expect(readAnswer(`${'{"a":'.repeat(deep)}1,${'}'.repeat(deep)}`).findings).toEqual([]);
    const many = JSON.stringify({ findings: Array.from({ length: 500 }, () => FINDING), summary: 's' });
    expect(readAnswer(many).findings).toHaveLength(200);
  });

  it('an answer of any kind comes to a report of the right form', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map(json => `{"findings": [${json}], "x": ${json}}`),
        ),
        text => {
          const { findings, summary } = readAnswer(text);
          expect(typeof summary).toBe('string');
          for (const finding of findings) {
            expect(SEVERITIES).toContain(finding.severity);
            expect(CATEGORIES).toContain(finding.category);
          }
        },
      ),
    );
  });
});
