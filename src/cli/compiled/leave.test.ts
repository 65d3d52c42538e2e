import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const LEAVE = new URL('./leave.ts', import.meta.url).href;

/** What a program prints that leaves at its end; by itself a program that ends says so before. */
function printed(code: string): string {
  const program = `
    import { leaveWhenDone } from ${JSON.stringify(LEAVE)};
    process.on('beforeExit', () => console.log('ended by itself'));
    process.on('exit', code => console.log('left with', code));
    ${code}
    leaveWhenDone();`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    maxBuffer: 8_000_000,
  });
}

it('a program that nothing holds leaves at once, with its exit code, and is heard', () => {
  expect(printed('process.exitCode = 0; setTimeout(() => {}, 60_000).unref();')).toBe('left with 0\n');
  expect(() => printed('process.exitCode = 3;')).toThrow(
    expect.objectContaining({ status: 3, stdout: 'left with 3\n' }),
  );
});

it.each([
  ['a timer', 'setTimeout(() => console.log("done"), 5)'],
  ['a file that is read', 'import("node:fs").then(fs => fs.readFile("/dev/null", () => console.log("done")))'],
  ['an immediate', 'setImmediate(() => setImmediate(() => console.log("done")))'],
  ['a child', 'import("node:child_process").then(({ exec }) => exec("true", () => console.log("done")))'],
  ['much that nobody has read yet', 'process.stdout.write("x".repeat(3_000_000), () => console.log("done"))'],
])('a program waits for %s', (_, code) => {
  expect(printed(code)).toContain('done\n');
});

it('all that is written arrives, however slowly it is read', () => {
  const text = printed('process.stdout.write("x".repeat(3_000_000)); process.stdout.write("done");');
  expect(text).toMatch(/x{3000000}done/);
});
