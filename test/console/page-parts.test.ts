import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamParser } from '../../page/core/parse-stream.ts';
import { blank, fieldOf } from '../../page/form/field-kind.ts';
import { createCallBook } from '../../page/live/call-book.ts';
import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { CallSummary } from '../../src/console/api.ts';

describe('the stream of events', () => {
  it('the stream of events gives the same messages however it is cut', () => {
    const text = ': hello\n\nid: 3\ndata: [1,\ndata: 2]\n\nevent: gap\r\nid: 9\r\ndata: []\r\n\r\n: x\n\ndata:[]\n\n';
    const whole = [{ id: '3', data: '[1,\n2]' }, { event: 'gap', id: '9', data: '[]' }, { data: '[]' }];
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), cuts => {
        const at = [0, ...cuts.sort((a, b) => a - b), text.length];
        const parse = createStreamParser();
        const found = at.slice(1).flatMap((end, index) => parse(text.slice(at[index], end)));
        expect(found).toEqual(whole);
      }),
    );
  });
});

const event = (seq: number, type: ActivityEvent['type'], callID: string, data: object = {}) =>
  ({
    seq,
    type,
    at: seq,
    sessionID: 's',
    agent: 'a',
    callID,
    data: { toolName: 'bash', ...data },
  }) as unknown as ActivityEvent;

const row = (id: string, more: Partial<CallSummary> = {}): CallSummary => ({
  id,
  sessionID: 's',
  turn: 1,
  agent: 'a',
  processID: 'p',
  tool: 'bash',
  args: {},
  status: 'started',
  effects: [],
  danger: 'safe',
  repeatable: false,
  preparedAt: 1,
  ...more,
});

describe('the book of calls', () => {
  const story = [
    event(1, 'tool_call_start', 'c1', { arguments: { command: 'x' } }),
    event(2, 'tool_output_chunk', 'c1', { chunk: 'one ' }),
    event(3, 'approval_requested', 'c1', { waiting: true }),
    event(4, 'approval_resolved', 'c1'),
    event(5, 'tool_output_chunk', 'c1', { chunk: 'two' }),
    event(6, 'tool_call_end', 'c1', { success: true, result: { title: 'Ran x', output: 'one two' } }),
  ];

  it('the book of calls comes to the same with events that come twice, and rows from the ledger in between', () => {
    const plain = createCallBook();
    for (const each of story) plain.take(each);
    expect(plain.all()).toEqual([expect.objectContaining({ state: 'ok', output: 'one two', title: 'Ran x' })]);
    fc.assert(
      fc.property(fc.array(fc.nat(story.length - 1), { maxLength: 20 }), again => {
        const book = createCallBook();
        for (const [index, each] of story.entries()) {
          book.take(each);
          for (const earlier of again) if (earlier <= index) book.take(story[earlier]!);
          book.load([row('c1')]);
        }
        expect(book.all()).toEqual([{ ...plain.all()[0], turn: 1, args: {} }]);
      }),
    );
  });

  it('the book of calls keeps the newest, in their order, and says that there are older ones', () => {
    const book = createCallBook(10);
    const id = (number: number) => `c${String(number).padStart(5, '0')}`;
    for (let number = 1; number <= 2000; number++) book.take(event(number, 'tool_call_start', id(number)));
    const ids = book.all().map(call => call.id);
    expect(ids.length).toBeLessThanOrEqual(510);
    expect(ids).toEqual(ids.toSorted());
    expect(ids.at(-1)).toBe(id(2000));
    expect(book.older()).toBe(ids[0]);
  });

  it('the book of calls takes the end from the ledger where no event told of it', () => {
    const book = createCallBook();
    book.take(story[0]!);
    const error = { code: 'POLICY_DENIED', type: 'permission_error', message: 'no', retryable: false } as const;
    book.load([row('c1', { status: 'settled', ok: false, error, settledAt: 9 })]);
    expect(book.get('c1')).toMatchObject({ state: 'denied', elapsed: 8, error });
  });
});

describe('the field for a schema', () => {
  const root = {
    type: 'object',
    properties: { node: { $ref: '#/$defs/node' } },
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, loop: { $ref: '#/$defs/loop' } },
  };

  it.each([
    [{ type: 'string' }, 'text'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ enum: ['a', 1] }, 'choice'],
    [{ const: 'a' }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array' }, 'json'],
    [{ $ref: '#/$defs/node' }, 'object'],
    [{ type: 'object' }, 'json'],
    [{ type: 'object', additionalProperties: false }, 'object'],
    [{ type: 'object', properties: {}, additionalProperties: { type: 'string' } }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, 'json'],
    [{ $ref: '#/$defs/loop' }, 'json'],
    [{ $ref: 'https://elsewhere.example/schema' }, 'json'],
    [{}, 'json'],
  ])('%j is %s', (schema, kind) => expect(fieldOf(schema, root).kind).toBe(kind));

  it('the field for a schema starts a new item with what its schema needs', () => {
    const items = {
      type: 'object',
      properties: { name: { type: 'string' }, count: { type: 'integer', default: 3 }, more: { type: 'string' } },
      required: ['name', 'count'],
    };
    expect(blank(items, items)).toEqual({ name: '', count: 3 });
  });

  it('the field for a schema comes to an end with a schema that needs itself', () => {
    const endless = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(JSON.stringify(blank(endless, endless))).toContain('null');
  });
});
