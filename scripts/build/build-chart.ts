// npm run build:chart -- FILE: the chart of the README, from what `npm run bench -- --json FILE` has written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart } from '../../bench/chart.ts';
import type { Report } from '../../bench/report.ts';
import { ROOT } from '../bundle/bundle.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Which report? npm run bench -- --json FILE writes one.');
  process.exitCode = 2;
} else {
  const svg = drawChart(JSON.parse(readFileSync(file, 'utf8')) as Report);
  writeFileSync(join(ROOT, 'docs/pictures/bench.svg'), svg);
  console.log(`docs/pictures/bench.svg: ${Math.ceil(svg.length / 1024)} KiB`);
}
