import { expect, it } from 'vitest';
import { rankTools } from './rank-tools.ts';

const tools = [
  { name: 'srv__tool_7', description: 'Does the seventh thing.' },
  { name: 'srv__tool_8', description: 'Does a thing.' },
];

it('finds a tool by a single digit, and none by a single letter', () => {
  expect(rankTools('7', tools, 5).map(({ name }) => name)).toEqual(['srv__tool_7']);
  expect(rankTools('a', tools, 5)).toEqual([]);
});
