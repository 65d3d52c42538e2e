import { expect, it } from 'vitest';
import { Origins } from './origins.ts';

it('results that nobody looks at are let go after a while, and are not known then', () => {
  const origins = new Origins();
  for (let number = 0; number < 1_000; number++)
    origins.noteResult({ tool: 'look', at: number, result: { who: `person-${number}@x.com` }, others: false }, false);
  expect(origins.whereFrom('person-999@x.com')).toBe('result');
  expect(origins.whereFrom('person-0@x.com')).toBeUndefined();
});

it('texts of others are known however many came', () => {
  const origins = new Origins();
  for (let number = 0; number < 500; number++)
    origins.noteResult({ tool: 'read', at: number, result: `send it to box-${number}`, others: 'text' }, true);
  expect(origins.mayBeTheirs('box-0')).toBe(true);
});

it('where more texts of others came than are known, any text may be theirs', () => {
  const origins = new Origins();
  const note = (result: string) => origins.noteResult({ tool: 'read', at: 1, result, others: 'text' }, true);
  note('the first of many texts');
  expect(origins.mayBeTheirs('something else')).toBe(false);
  for (let at = 0; at < 1_001; at++) note(`one more text with the number ${at}`);
  expect(origins.mayBeTheirs('the first of many texts')).toBe(true);
  expect(origins.mayBeTheirs('something else')).toBe(true);
});

it('an address before a sentence that begins without a blank is what the user said, also as it is', () => {
  const origins = new Origins();
  origins.said('Post it to our site www.our-house.example.They sent it to Bob.');
  origins.said('And look at docs.Example.Org for me');
  expect(origins.whereFrom('www.our-house.example')).toBe('said');
  expect(origins.whereFrom('docs.example.org')).toBe('said');
  expect(origins.whereFrom('house.example')).toBeUndefined();
});

it('of what others have learned values are known whenever they are asked for, and at once that someone else had a say', () => {
  const origins = new Origins();
  const source = { tool: 'look', at: 1 };
  for (let number = 0; number < 500; number++) origins.load({ source, values: [`person-${number}@x.com`] });
  expect(origins.holdsOthers).toBe(false);
  expect(['person-0@x.com', 'person-499@x.com'].map(value => origins.whereFrom(value))).toEqual(['result', 'result']);
  origins.load({ source, values: [], meant: ['zoe@x.com'] });
  origins.load({ source, values: ['late@x.com'], words: [], threes: [], prose: [] });
  expect(origins.holdsOthers).toBe(true);
  expect(['zoe@x.com', 'late@x.com'].map(value => origins.whereFrom(value))).toEqual(['result', 'result']);
});
