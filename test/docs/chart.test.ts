import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawChart } from '../../bench/chart.ts';
import type { Standing } from '../../bench/contest.ts';
import type { Report } from '../../bench/report.ts';

const ROOT = join(import.meta.dirname, '../..');

const standing = (name: string, role: Standing['role'], ratio: number): Standing => ({
  name,
  role,
  ratio,
  median: ratio,
  quartiles: [ratio, ratio],
});

const report = (ours: number): Report => ({
  at: '2026-11-18T00:00:00.000Z',
  quick: false,
  machine: '2 cores',
  versions: {},
  parts: {
    files: {
      contests: [
        {
          work: 'grep <rare>',
          measure: 'wall',
          standings: [
            standing('rg', 'floor', 1),
            standing('slow', 'peer', 90),
            standing('other', 'peer', 7.5),
            standing('toolgate', 'ours', ours),
          ],
        },
        { work: 'without ours', measure: 'wall', standings: [standing('rg', 'floor', 1)] },
      ],
    },
  },
});

it('the chart shows the ratios of a report, of ours and of the fastest peer by name, and nothing without ours', () => {
  const chart = drawChart(report(1.15));
  expect(chart).toContain('grep &lt;rare&gt;');
  expect(chart).toContain('>1.15 x<');
  expect(chart).toContain('>other 7.50 x<');
  expect(chart).not.toContain('>slow 90 x<');
  expect(chart).not.toContain('without ours');
  const width = (svg: string) => Number(/class="ours"[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
  expect(width(drawChart(report(3)))).toBeGreaterThan(width(chart));
});

it('the README shows the chart, which is small', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain('(docs/pictures/bench.svg)');
  expect(existsSync(join(ROOT, 'docs/pictures/bench.svg'))).toBe(true);
  expect(readFileSync(join(ROOT, 'docs/pictures/bench.svg')).length).toBeLessThan(40_000);
});
