import type { Key } from 'ink';
import { describe, expect, it } from 'vitest';
import { Desk } from './desk.ts';

const NO_KEY = Object.fromEntries(
  ['upArrow', 'downArrow', 'leftArrow', 'rightArrow', 'return', 'escape', 'ctrl', 'meta', 'shift', 'tab', 'backspace']
    .concat(['delete', 'home', 'end', 'pageUp', 'pageDown', 'super', 'hyper', 'capsLock', 'numLock'])
    .map(name => [name, false]),
) as unknown as Key;
const press = (desk: Desk, input: string, key: Partial<Key> = {}) => desk.press(input, { ...NO_KEY, ...key });
const typedIn = (desk: Desk) => {
  const { open } = desk.read();
  return open?.kind === 'line' ? open.line : undefined;
};

describe('a line that is typed', () => {
  it('a line that is typed takes keys that come together one by one', async () => {
    const desk = new Desk();
    const said = desk.type({ message: 'What?', initialValue: 'old' });
    press(desk, '\x15new\x7fw words\r');
    expect(await said).toBe('new words');
  });

  it('a line that is typed is moved in and mended', async () => {
    const desk = new Desk();
    const said = desk.type({});
    press(desk, 'helo wörld');
    for (let at = 0; at < 7; at++) press(desk, '', { leftArrow: true });
    press(desk, 'l');
    expect(typedIn(desk)).toEqual({ text: 'hello wörld', at: 4 });
    press(desk, 'e', { ctrl: true });
    press(desk, 'w', { ctrl: true });
    press(desk, 'you');
    press(desk, '', { return: true });
    expect(await said).toBe('hello you');
  });

  it('a line that is typed takes what is pasted as text, and a line end after a backslash', async () => {
    const desk = new Desk();
    const said = desk.type({});
    desk.paste('one\r\ntwo\x03');
    press(desk, '\\');
    press(desk, '', { return: true });
    press(desk, 'three');
    press(desk, '', { return: true });
    expect(await said).toBe('one\ntwo\x03\nthree');
  });

  it('a line that is typed shows earlier ones with the arrows, and ends with Ctrl-D where it is empty', async () => {
    const desk = new Desk();
    const said = desk.type({ earlier: ['first', 'second'] });
    press(desk, '', { upArrow: true });
    press(desk, '', { upArrow: true });
    expect(typedIn(desk)?.text).toBe('first');
    press(desk, 'd', { ctrl: true });
    expect(typedIn(desk)?.text).toBe('first');
    press(desk, 'c', { ctrl: true });
    press(desk, 'd', { ctrl: true });
    expect(await said).toBeUndefined();
  });
});

it('Ctrl-C drops what was typed for the next message first, and interrupts then', () => {
  const desk = new Desk();
  let interrupts = 0;
  desk.interrupt = () => void interrupts++;
  void desk.type({});
  press(desk, 'half a thought');
  press(desk, 'c', { ctrl: true });
  expect([typedIn(desk)?.text, interrupts]).toEqual(['', 0]);
  press(desk, 'c', { ctrl: true });
  expect(interrupts).toBe(1);
});

it('keys before a question could be read are no answer to it', async () => {
  const desk = new Desk();
  const options = [
    { value: 'allow_once', label: 'Yes' },
    { value: 'reject_once', label: 'No' },
  ] as const;
  const signal = new AbortController().signal;
  const said = desk.choose({ message: 'Allow it?', options, initialValue: 'reject_once', signal });
  press(desk, 'y');
  press(desk, '', { return: true });
  await new Promise<void>(resolve => desk.onChange(() => desk.read().open && resolve()));
  press(desk, '', { return: true });
  expect(await said).toBe('reject_once');
});

it('a question that comes after an answer is answered by no key that follows the answer at once', async () => {
  const desk = new Desk();
  const options = [{ value: 'allow_once', label: 'Yes' }] as const;
  const { signal } = new AbortController();
  const ask = () => desk.choose({ message: 'Allow it?', options, initialValue: 'allow_once', signal });
  const opened = () => new Promise<void>(resolve => desk.onChange(() => desk.read().open && resolve()));
  const first = ask();
  await opened();
  press(desk, 'y');
  expect(await first).toBe('allow_once');
  let answered = false;
  const second = ask().then(() => {
    answered = true;
  });
  // As someone does who takes Enter to belong to the y.
  for (let times = 0; times < 8; times++) {
    await new Promise(resolve => setTimeout(resolve, 50));
    press(desk, '', { return: true });
  }
  expect([answered, desk.read().open]).toEqual([false, undefined]);
  await opened();
  press(desk, 'y');
  await second;
});
