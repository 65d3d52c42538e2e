import { expect, it } from 'vitest';
import { grammarProblems } from './grammar.ts';
import { inOlderCss } from './newer-css.ts';

const NEWER = [
  'li:nth-child(5n - 3), td:nth-last-of-type(2n+1 ) { color: red }',
  '@media (width <= 600px) and (400px < height < 900px) { a { color: red } }',
  '@container card (inline-size >= 20em) { a { color: red } }',
  ':root { --editor\\.foreground: #fff; --a\\/b: 1px }',
  '.md\\:w-1\\/2 { width: 50% }',
  '@font-face { src: url(./a.ttf)format("truetype") }',
  '@font-face { src: url(./files/a-b.woff2) format("woff2-variations") }',
  '.a { background: url(./a.png) #b7a68e }',
  '@-moz-document url-prefix() { a { color: red } }',
];

it.each(NEWER)('the newer CSS %s is legal, and keeps its length', async text => {
  expect(inOlderCss(text)).toHaveLength(text.length);
  expect(await grammarProblems('css', text)).toEqual([]);
});

it.each(NEWER)('what is broken beside %s is still told, at its place', async text => {
  const [problem] = await grammarProblems('css', `${text}\na[href="x" { color: red }\n`);
  expect(problem?.line).toBe(2);
});
