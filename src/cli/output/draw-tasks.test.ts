import { expect, it } from 'vitest';
import type { TaskOutline, TaskStatus } from '../../store/port.ts';
import { drawTasks } from './draw-tasks.ts';

const task = (label: string, dependsOn: readonly string[] = [], fields: Partial<TaskOutline> = {}): TaskOutline => ({
  id: label,
  label,
  title: `Do ${label}`,
  status: 'ready' as TaskStatus,
  rev: 1,
  dependsOn,
  attempt: 0,
  createdBy: 'main',
  createdAt: 0,
  changedAt: 0,
  ...fields,
});

it('branches are drawn below what they wait for, rows straight down, other dependencies named', () => {
  const tasks = [
    task('a', [], { status: 'done' }),
    task('b', ['a']),
    task('c', ['a'], { status: 'in_progress' }),
    task('d', ['b'], { status: 'pending' }),
    task('e', ['d', 'c'], { status: 'pending' }),
    task('f', [], { status: 'failed' }),
  ];
  expect(drawTasks(tasks, 'text')).toBe(
    [
      '✓ a  done  Do a',
      '├─ ○ b  ready  Do b',
      '│  ↓ · d  pending  Do d',
      '│  ↓ · e  pending  Do e  and after c',
      '└─ ▸ c  in_progress  Do c',
      '✗ f  failed  Do f',
    ].join('\n'),
  );
});

it('two hundred tasks stay on the screen, each on a line of its own', () => {
  const tasks = Array.from({ length: 200 }, (_, n) => {
    const above = [n - 1, n - 2, Math.floor(n / 2)].filter(other => other >= 0 && other < n && (n + other) % 2 === 1);
    return task(
      `t${n}`,
      [...new Set(above)].map(other => `t${other}`),
      { title: 'x'.repeat(300) },
    );
  });
  const lines = drawTasks(tasks, 'text').split('\n');
  expect(lines.length).toBe(200);
  expect(Math.max(...lines.map(line => line.length))).toBeLessThan(160);
  for (const { label } of tasks) expect(lines.filter(line => line.includes(` ${label}  ready`)).length).toBe(1);
});

it('a tree of many branches does not run off to the right', () => {
  const tasks = Array.from({ length: 400 }, (_, n) => (n === 0 ? task('t0') : task(`t${n}`, [`t${n - 1 - (n % 2)}`])));
  const wide = [task('t0'), task('u0', ['t0'])];
  for (let n = 1; n < 60; n += 1) wide.push(task(`t${n}`, [`t${n - 1}`]), task(`u${n}`, [`t${n}`]));
  for (const each of [tasks.filter(({ dependsOn }) => dependsOn[0] !== 't-1'), wide]) {
    const lines = drawTasks(each, 'text').split('\n');
    expect(lines.length).toBe(each.length);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(100);
  }
});

it('what stands in a title cannot break out of a drawing', () => {
  const title = '"]; x --> y ["\\"\u001b[2J <script> #quot; `';
  const [text, mermaid, dot] = (['text', 'mermaid', 'dot'] as const).map(format =>
    drawTasks([task('a', [], { title })], format),
  ) as [string, string, string];
  for (const drawn of [text, mermaid, dot]) expect(drawn).not.toContain('\u001b');
  expect(mermaid.split('\n')[1]).toMatch(/^ {2}n0\["[^"<>`\\]*"\]:::ready$/);
  expect(dot.split('\n')[2]).toMatch(/^ {2}n0 \[label="(?:[^"\\]|\\.)*", fillcolor="#[0-9a-f]{6}"\];$/);
});

it('tasks that depend on what is not shown stand at the margin', () => {
  expect(drawTasks([task('b', ['a'])], 'text')).toBe('○ b  ready  Do b  after a');
  expect(drawTasks([task('b', ['a'])], 'dot')).not.toContain('->');
});
