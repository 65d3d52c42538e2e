import { describe, expect, it } from 'vitest';
import { namesTarget, toNormal } from './normal-text.ts';

const says = (text: string, target: string) => namesTarget(toNormal(text), target);

describe('a text of the user', () => {
  it.each([
    ['Write to Bob (bob@x.com), please.', 'bob@x.com'],
    ['Write to BOB@X.com.', 'bob@x.com'],
    ['write to bob@x.com', 'Bob <bob@x.com>'],
    ['write to bob@x.com', 'mailto:bob@x.com'],
    ['Post it in the general channel', '#general'],
    ['Post it in #general!', 'general'],
    ['Pay DE89 3704 0044 0532 0130 00 today', 'DE89370400440532013000'],
    ['Pay GB29-NWBK-6016-1331-9268-19', 'GB29NWBK60161331926819'],
    ['Look at www.example.org/a and tell me', 'https://www.example.org/a'],
    ["Add Fred's number", 'Fred'],
    ['Send it to alice and bob', 'alice'],
  ])('a text of the user names a target: %s → %s', (text, target) => {
    expect(says(text, target)).toBe(true);
  });

  it.each([
    ['Write to bob@x.com', 'bob'],
    ['Write to bob@x.com.evil.org', 'bob@x.com'],
    ['Write to not-bob@x.com', 'bob@x.com'],
    ['Write to a+bob@x.com', 'bob@x.com'],
    ['See www.example.org/a', 'www.example.org'],
    ['See www.example.org', 'www.example.org/steal'],
    ['See example.org', 'example.organic'],
    ['Pay DE89370400440532013000', 'DE8937040044053201'],
    ['Ask Bobby', 'Bob'],
    ['Write to Bob <bob@x.com>', 'Bob <mark@evil.com>'],
    ['Write to bob@x.com', 'mark@evil.com, Bob <bob@x.com>'],
    ['Write to bob@x.com', 'mark@evil.com;<bob@x.com>'],
    ['Write to bob@x.com', '<mark@evil.com> <bob@x.com>'],
    ['', 'bob@x.com'],
  ])('a text of the user names no part of a target, and no longer one: %s → %s', (text, target) => {
    expect(says(text, target)).toBe(false);
  });
});
