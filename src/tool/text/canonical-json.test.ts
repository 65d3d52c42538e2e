import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('equal values give equal texts, in whatever order their keys stand', () => {
  expect(canonicalJson({ b: [1, { d: 1, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":1}]}');
  const day = () => ({ when: new Date(0), where: new URL('http://a/'), tags: new Set([1]), big: 1n });
  expect(canonicalJson(day())).toBe(canonicalJson(day()));
});

it.each([
  [new Date(0), new Date(1)],
  [new Date(0), {}],
  [new Map([[1, 2]]), new Map([[1, 3]])],
  [new Set([1]), [1]],
  [1n, 1],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  [/a/, /a/i],
  [new Uint8Array([1]), new Uint8Array([2])],
  [new (class A {})(), {}],
  [new (class A {})(), new (class A {})()],
  [() => 1, () => 1],
])('%o and %o are told apart', (a, b) => {
  expect(canonicalJson({ a })).not.toBe(canonicalJson({ a: b }));
});

it('a circle has a text too, and equals nothing', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(canonicalJson(circle)).not.toBe(canonicalJson(circle));
});
