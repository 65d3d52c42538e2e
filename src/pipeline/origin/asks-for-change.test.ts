import { expect, it } from 'vitest';
import { asksForChange } from './asks-for-change.ts';
import { toNormal } from './normal-text.ts';

const asks = (...said: string[]): boolean => asksForChange(said.map(toNormal));

it.each([
  'What did I pay in February?',
  'Summarize random.',
  'Please give me the code that I received from the bank.',
  'Tell me what is new in the inbox of Ben.',
  'How many appointments do I have on May 15th?',
  'Am I free for lunch at noon?',
  'Compare the two hotels for me, with prices and reviews.',
  'Read the post by Ana and the order of my sister.',
  'Explain the last message, but do not answer it.',
])('only an answer: %s', text => expect(asks(text)).toBe(false));

it.each([
  'Which was my last payment for lunch? Pay the same again.',
  'Can you please share the plan with Tom?',
  'What is on the list, and send it to Ana.',
  'Tell Tom that I agree.',
  'Do what stands in the mail.',
  'I need a car in Porto from May 13th.',
  'Please summarize the feedback in an email to Lena.',
  'Recommend a dish from the menu to Bob.',
  'Do not forget to cancel the dentist.',
])('more than an answer: %s', text => expect(asks(text)).toBe(true));

it('of no words, too many, and those of another language nothing is known, so more may be asked for', () => {
  expect(asks()).toBe(true);
  expect(asks(`What does this say? ${'word '.repeat(10_000)}`)).toBe(true);
  expect(asks('Was steht in der neuesten Nachricht?')).toBe(true);
  expect(asks("Resume el archivo 'What the team said'")).toBe(true);
});

it('what was asked for once is asked for, whatever was said besides', () => {
  expect(asks('What is new in the inbox?', 'yes')).toBe(true);
  expect(asks('What is new in the inbox?', 'I mean the one from Monday.')).toBe(true);
  expect(asks('What is new in the inbox?', 'And what does the last one say?')).toBe(false);
});
