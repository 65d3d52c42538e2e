import { describe, expect, it } from 'vitest';
import { lines, openCli } from '../support/cli/open-cli.ts';

const READ = '{"id":1,"tool":"read_file","args":{"path":"a.txt"}}\n';
const STACK = /^ {4}at |node:events/m;

describe('standard output', () => {
  it('standard output may be closed by its reader, and no stack trace is printed', () => {
    const { run } = openCli({ 'a.txt': 'x'.repeat(200_000) });
    const through = ['sh', '-c', '"$@" | head -n 1 | cut -c 1-20', 'sh'];
    const { stdout, stderr } = run(['exec', '--jsonl'], { input: READ.repeat(50), through });
    expect(stdout).toBe('{"id":1,"ok":true,"t\n');
    expect(stderr).toBe('');
    expect(run(['demo'], { through }).stderr).not.toMatch(STACK);
    expect(run(['--help'], { through: ['sh', '-c', '"$@" | true', 'sh'] }).stderr).toBe('');
  });

  it('standard output that cannot be written is a failure', () => {
    const { run } = openCli({ 'a.txt': '' });
    // A descriptor that is open for reading alone.
    const { status, stderr } = run(['policy', 'show'], { through: ['sh', '-c', '"$@" 1< a.txt', 'sh'] });
    expect(status).toBe(1);
    expect(stderr).toContain('standard output cannot be written');
    expect(stderr).not.toMatch(STACK);
  });

  it('standard output carries a line for each of many calls, in order, however slowly it is read', () => {
    const { run } = openCli({ 'a.txt': 'hello\n' });
    const input = Array.from({ length: 300 }, (_, id) => READ.replace('"id":1', `"id":${id},"turn":${id % 2}`)).join(
      '',
    );
    const { stdout, status } = run(['exec', '--jsonl'], {
      input,
      through: ['sh', '-c', '"$@" | (sleep 1; cat)', 'sh'],
    });
    expect(status).toBe(0);
    expect(lines(stdout).map(line => line.id)).toEqual(Array.from({ length: 300 }, (_, id) => id));
  });
});

describe('standard input', () => {
  it('standard input may be closed', () => {
    const { status, stdout } = openCli().run(['exec', '--jsonl'], { through: ['sh', '-c', '"$@" <&-', 'sh'] });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('standard input gives the arguments with -, and a file with @', () => {
    const { run } = openCli({ 'a.txt': 'hello\n', 'args.json': '{"path":"a.txt"}' });
    expect(run(['exec', 'read_file', '--args', '-'], { input: '{"path":"a.txt"}' }).stdout).toContain('hello');
    expect(run(['exec', 'read_file', '--args', '@args.json']).stdout).toContain('hello');
    const bad = run(['exec', 'read_file', '--args', '-'], { input: Uint8Array.of(0x22, 0xff, 0x22) });
    expect([bad.status, bad.stderr]).toEqual([2, expect.stringContaining('not UTF-8')]);
  });
});

describe('an interrupt', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('an interrupt: by %s ends the waiting for lines, with 130', async signal => {
    const { start } = openCli({ 'a.txt': 'hello\n' });
    const started = start(['exec', '--jsonl']);
    started.child.stdin?.write(READ);
    await started.until('hello');
    started.child.kill(signal);
    expect(await started.ended()).toBe(130);
    expect(started.said()).not.toMatch(STACK);
  });
});
