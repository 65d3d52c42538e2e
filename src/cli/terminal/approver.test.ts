import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../approval/request.ts';
import { createTerminalApprover } from './approver.ts';
import type { QuestionPlace } from './question-place.ts';

const REQUEST: ApprovalRequest = {
  id: 'a',
  stepId: 'c',
  tool: 'write_file',
  args: { path: 'a.txt', content: 'TWO\n' },
  reason: 'overwrites an existing file',
  effects: [{ kind: 'write', resource: '/w/a.txt' }],
  diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-two\n+TWO\n',
  danger: 'moderate',
  suggestions: [
    {
      verdict: 'allow',
      rules: [{ tool: 'write_file', match: './*.txt', verdict: 'allow' }],
      text: 'Always: allow write_file ./*.txt, without asking',
    },
    { verdict: 'deny', rules: [{ tool: 'write_file', verdict: 'deny' }], text: 'Never: deny write_file' },
  ],
  root: '/w',
};

const [ENTER, DOWN, CTRL_C, ESCAPE] = ['\r', '\x1b[B', '\x03', '\x1b'];

/** Asks, and types as soon as the screen shows what each entry waits for. */
async function ask(
  keys: readonly (readonly [waitFor: string, type: string])[],
  request: Partial<ApprovalRequest> = {},
) {
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = '';
  let interrupts = 0;
  let next = 0;
  let from = 0;
  output.on('data', (chunk: Buffer) => {
    screen += stripVTControlCharacters(chunk.toString());
    const [waitFor, type] = keys[next] ?? [];
    if (waitFor === undefined || type === undefined || !screen.slice(from).includes(waitFor)) return;
    next++;
    from = screen.length;
    // After the prompt has begun to listen.
    setImmediate(() => input.write(type));
  });
  const done = new AbortController();
  const approver = createTerminalApprover({ interrupt: () => void interrupts++, input, output });
  const answer = await approver({ ...REQUEST, ...request }, { signal: done.signal });
  return { answer, screen, interrupts };
}

describe('the person at the terminal', () => {
  it('a person at the terminal sees the tool, the reason, the diff and what "always" would save, and says yes', async () => {
    const { answer, screen } = await ask([['Yes, once', ENTER]]);
    expect(answer).toBe('allow_once');
    for (const text of ['write_file', 'overwrites an existing file', '-two', '+TWO', 'allow write_file ./*.txt'])
      expect(screen).toContain(text);
  });

  it('a person at the terminal says always, with the rule in sight', async () => {
    const { answer, screen } = await ask([
      ['Yes, once', DOWN],
      ['saves: allow write_file ./*.txt', ENTER],
    ]);
    expect(answer).toBe('allow_always');
    expect(screen).toContain('toolgate policy saved');
  });

  it('a person at the terminal says no, with a word to the model', async () => {
    const { answer } = await ask([
      ['Allow it?', `${DOWN}${DOWN}${DOWN}${ENTER}`],
      ['A word to the model', `not today${ENTER}`],
    ]);
    expect(answer).toEqual({ answer: 'reject_once', message: 'not today' });
  });

  it('a person at the terminal says never', async () => {
    const { answer } = await ask([['Allow it?', `${DOWN}${DOWN}${DOWN}${DOWN}${ENTER}`]]);
    expect(answer).toBe('reject_always');
  });

  it('a person at the terminal changes the arguments, which must be a JSON object', async () => {
    const { answer, screen } = await ask([
      ['Allow it?', `${DOWN}${DOWN}${ENTER}`],
      ['Arguments, as JSON', `\x15[1]${ENTER}`],
      ['Must be a JSON object', `\x15{"path":"b.txt"}${ENTER}`],
    ]);
    expect(answer).toEqual({ answer: 'allow_once', modifiedArgs: { path: 'b.txt' } });
    expect(screen).toContain('{"path":"a.txt","content":"TWO\\n"}');
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Escape', ESCAPE],
  ])('a person at the terminal interrupts with %s, and that is no answer', async (_, key) => {
    const { answer, interrupts } = await ask([['Allow it?', key]]);
    expect({ answer, interrupts }).toEqual({ answer: undefined, interrupts: 1 });
  });

  it('a person at the terminal interrupts also where a word is asked for', async () => {
    const { answer, interrupts } = await ask([
      ['Allow it?', `${DOWN}${DOWN}${DOWN}${ENTER}`],
      ['A word to the model', CTRL_C],
    ]);
    expect({ answer, interrupts }).toEqual({ answer: undefined, interrupts: 1 });
  });

  it('a person at the terminal lets nothing dangerous through with a key pressed too early', async () => {
    const { answer } = await ask(
      [
        ['Allow it?', ENTER],
        ['A word to the model', ENTER],
      ],
      { danger: 'dangerous' },
    );
    expect(answer).toBe('reject_once');
  });

  it('a person at the terminal is shown no text that draws something else', async () => {
    const { screen } = await ask(
      [
        ['Allow it?', `${DOWN}${DOWN}${ENTER}`],
        ['Arguments, as JSON', CTRL_C],
      ],
      { args: { path: 'a\u202etxt.exe', content: '\u009b2J' } },
    );
    expect(screen).toContain('\\u202e');
    expect(screen).not.toMatch(/[\u202e\u009b]/);
  });
});

it('asks one question at a time, and none that was answered elsewhere', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = '';
  const asked = Promise.withResolvers<void>();
  output.on('data', (chunk: Buffer) => {
    screen += stripVTControlCharacters(chunk.toString());
    if (screen.includes('Allow it?')) asked.resolve();
  });
  let interrupts = 0;
  const approver = createTerminalApprover({ interrupt: () => void interrupts++, input, output });
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [
    approver({ ...REQUEST, tool: 'first_tool' }, { signal: first.signal }),
    approver({ ...REQUEST, tool: 'second_tool' }, { signal: second.signal }),
  ];
  await asked.promise;
  expect(screen).toContain('first_tool');
  expect(screen).not.toContain('second_tool');
  second.abort();
  first.abort();
  expect(await Promise.all(answers)).toEqual([undefined, undefined]);
  expect(screen).not.toContain('second_tool');
  expect(interrupts).toBe(0);
});

it.each([
  ['console', 'someone at the console'],
  ['Ann', 'Ann'],
])('a question that %s has answered elsewhere says: by %s', async (answeredBy, said) => {
  const settled = async () => ({ status: 'answered', answer: { answer: 'allow_once' }, answeredBy }) as const;
  const notes: string[] = [];
  const gone = new AbortController();
  const place: QuestionPlace = {
    show: () => {},
    choose: async () => void gone.abort(),
    type: async () => undefined,
    note: line => void notes.push(line),
  };
  const approver = createTerminalApprover({ interrupt: () => {}, place, settled });
  expect(await approver(REQUEST, { signal: gone.signal })).toBeUndefined();
  expect(notes).toEqual([`Answered elsewhere, by ${said}: yes, once.`]);
});
