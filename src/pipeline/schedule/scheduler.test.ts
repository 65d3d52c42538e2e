import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import type { Effect } from '../../tool/effect.ts';
import { footprintOf } from './footprint.ts';
import { batches, Scheduler } from './scheduler.ts';

const work = (effects: readonly Effect[] | 'everything', run: () => Promise<unknown>) => ({
  footprint: async () => footprintOf(effects),
  run,
});
const read = (resource: string): Effect => ({ kind: 'read', resource });
const write = (resource: string): Effect => ({ kind: 'write', resource });

/** A call that waits until it is let go, and tells when it started. */
function held(effects: readonly Effect[] | 'everything') {
  let release: () => void = () => {};
  const state = { started: false };
  const gate = new Promise<void>(resolve => {
    release = resolve;
  });
  return {
    state,
    release: () => release(),
    work: work(effects, async () => {
      state.started = true;
      await gate;
    }),
  };
}

const breathe = () => new Promise(resolve => setImmediate(resolve));

describe('Scheduler', () => {
  const conflicting: [string, readonly Effect[] | 'everything', readonly Effect[] | 'everything'][] = [
    ['a read after a write of the same file', [write('/w/a')], [read('/w/a')]],
    ['a write after a read of the same file', [read('/w/a')], [write('/w/a')]],
    ['a write below a folder that is read', [{ kind: 'read', resource: '/w', tree: true }], [write('/w/a/b')]],
    ['a read below a folder that is deleted', [{ kind: 'delete', resource: '/w/d', tree: true }], [read('/w/d/x')]],
    ['a read of a folder after a write below it', [write('/w/d/x')], [read('/w/d')]],
    ['anything after everything', 'everything', [read('/w/a')]],
    ['everything after anything', [read('/w/a')], 'everything'],
    ['the same state', [{ kind: 'state', resource: 'todo:1' }], [{ kind: 'state', resource: 'todo:1' }]],
    [
      'a write through a link whose link is deleted',
      [{ kind: 'delete', resource: '/w/link' }],
      [{ kind: 'write', resource: '/w/d/x', via: ['/w/link'] }],
    ],
  ];
  it.each(conflicting)('a scheduled call waits: %s', async (_, first, second) => {
    const scheduler = new Scheduler();
    const [a, b] = [held(first), held(second)];
    const done = [scheduler.add(a.work), scheduler.add(b.work)];
    await breathe();
    expect([a.state.started, b.state.started]).toEqual([true, false]);
    a.release();
    await done[0];
    await breathe();
    expect(b.state.started).toBe(true);
    b.release();
    await Promise.all(done);
  });

  it('a scheduled call that is no longer wanted waits for nobody', async () => {
    const scheduler = new Scheduler();
    const [a, b] = [held([write('/w/a')]), held([read('/w/a')])];
    const taken = new AbortController();
    const done = [scheduler.add(a.work), scheduler.add({ ...b.work, signal: taken.signal })];
    await breathe();
    expect(b.state.started).toBe(false);
    taken.abort();
    b.release();
    await done[1];
    expect(b.state.started).toBe(true);
    a.release();
    await done[0];
  });

  const independent: [string, readonly Effect[], readonly Effect[]][] = [
    ['two reads of one file', [read('/w/a')], [read('/w/a')]],
    ['writes of two files', [write('/w/a')], [write('/w/b')]],
    ['names that only begin alike', [write('/w/a')], [write('/w/ab')]],
    ['two states', [{ kind: 'state', resource: 'x' }], [{ kind: 'state', resource: 'y' }]],
  ];
  it.each(independent)('scheduled calls run side by side: %s', async (_, first, second) => {
    const scheduler = new Scheduler();
    const [a, b] = [held(first), held(second)];
    const done = [scheduler.add(a.work), scheduler.add(b.work)];
    await breathe();
    expect([a.state.started, b.state.started]).toEqual([true, true]);
    a.release();
    b.release();
    await Promise.all(done);
  });

  it('a scheduled call that ends while the next one enters holds it up no longer', async () => {
    for (let steps = 0; steps < 30; steps++) {
      const scheduler = new Scheduler();
      const later = async (count: number) => {
        for (let at = 0; at < count; at++) await null;
      };
      const first = scheduler.add(work([write('/w/a')], () => later(steps)));
      const entering = { footprint: () => later(5).then(() => footprintOf([write('/w/b')])), run: async () => 'b' };
      const second = scheduler.add(entering);
      const third = scheduler.add(work([write('/w/a')], async () => 'a'));
      await expect(Promise.all([first, second, third])).resolves.toEqual([undefined, 'b', 'a']);
    }
  });

  it('a scheduled call that fails lets the next one in', async () => {
    const scheduler = new Scheduler();
    const failed = scheduler.add(work([write('/w/a')], () => Promise.reject(new Error('no'))));
    const next = scheduler.add(work([write('/w/a')], async () => 'done'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });

  it('any schedule gives what one after the other gives', async () => {
    const paths = fc.constantFrom('/w', '/w/a', '/w/a/x', '/w/a/y', '/w/b', '/w/b/z');
    const operation = fc.record({
      path: paths,
      kind: fc.constantFrom('read' as const, 'write' as const),
      pause: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async operations => {
        const run = async (parallel: boolean) => {
          const files = new Map<string, string>();
          const seen: (string | undefined)[] = [];
          const scheduler = new Scheduler();
          const one = ({ path, kind, pause }: (typeof operations)[number], index: number) =>
            work([{ kind, resource: path }], async () => {
              for (let turn = 0; turn < pause; turn++) await breathe();
              if (kind === 'read')
                seen[index] = [...files]
                  .filter(([at]) => at.startsWith(path))
                  .sort()
                  .join();
              else files.set(path, `${files.get(path) ?? ''}${index};`);
            });
          if (parallel) await Promise.all(operations.map((operation, index) => scheduler.add(one(operation, index))));
          else for (const [index, operation] of operations.entries()) await one(operation, index).run();
          return { files: [...files].sort(), seen };
        };
        expect(await run(true)).toEqual(await run(false));
      }),
      { numRuns: runs(10) },
    );
  });
});

describe('a Scheduler of requests that stand apart', () => {
  const both = async (first: readonly Effect[] | 'everything', second: readonly Effect[] | 'everything') => {
    const scheduler = new Scheduler({ apart: true });
    const [a, b] = [held(first), held(second)];
    const done = [scheduler.add(a.work), scheduler.add(b.work)];
    await breathe();
    const started = [a.state.started, b.state.started];
    a.release();
    b.release();
    await Promise.all(done);
    return started;
  };
  const todo: Effect = { kind: 'state', resource: 'todo:1' };
  const program: Effect = { kind: 'execute', resource: 'sleep 5' };

  it.each([
    ['a read beside a command', [program], [read('/w/a')]],
    ['a command beside a read', [read('/w/a')], [program]],
    ['a state beside what may touch anything', 'everything', [todo]],
    ['two reads', [read('/w/a')], [read('/w/a')]],
  ] as const)('among requests that stand apart %s runs at once', async (_, first, second) => {
    expect(await both(first, second)).toEqual([true, true]);
  });

  it.each([
    ['a write after a command', [program], [write('/w/a')]],
    ['a command after a command', [program], [program]],
    ['a read after a write of the same file', [write('/w/a')], [read('/w/a')]],
    ['the same state', [todo], [todo]],
  ] as const)('among requests that stand apart %s waits', async (_, first, second) => {
    expect(await both(first, second)).toEqual([true, false]);
  });

  it('a request that has left its seat holds up nobody, and comes back after those that came meanwhile', async () => {
    const scheduler = new Scheduler({ apart: true });
    const answered = Promise.withResolvers<void>();
    const order: string[] = [];
    const asking = scheduler.add({
      footprint: async () => footprintOf([write('/w/a')]),
      run: async seat => {
        seat?.leave();
        await answered.promise;
        await seat?.back({ inTurn: true });
        order.push('asked');
      },
    });
    const reading = scheduler.add(work([read('/w/a')], async () => order.push('read')));
    await reading;
    const writing = held([write('/w/a')]);
    const written = scheduler.add(writing.work).then(() => order.push('written'));
    await breathe();
    expect(writing.state.started).toBe(true);
    answered.resolve();
    await breathe();
    expect(order).toEqual(['read']);
    writing.release();
    await Promise.all([asking, written]);
    expect(order).toEqual(['read', 'written', 'asked']);
  });

  it('a request that does not say what it touches holds up nobody for long', async () => {
    const scheduler = new Scheduler({ apart: true });
    const said = Promise.withResolvers<void>();
    const silent = scheduler.add({
      footprint: () => said.promise.then(() => footprintOf([])),
      run: async () => 'said',
    });
    expect(await scheduler.add(work([read('/w/a')], async () => 'read'))).toBe('read');
    said.resolve();
    expect(await silent).toBe('said');
  });
});

describe('batches', () => {
  it('batches puts calls that cannot conflict together and keeps the order of the others', () => {
    const items = [
      { item: 'read a', footprint: footprintOf([read('/a')]) },
      { item: 'read b', footprint: footprintOf([read('/b')]) },
      { item: 'write a', footprint: footprintOf([write('/a')]) },
      { item: 'write b', footprint: footprintOf([write('/b')]) },
      { item: 'shell', footprint: footprintOf('everything') },
      { item: 'read c', footprint: footprintOf([read('/c')]) },
    ];
    expect(batches(items)).toEqual([['read a', 'read b'], ['write a', 'write b'], ['shell'], ['read c']]);
  });
});
