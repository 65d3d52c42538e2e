import type { ContestResult, Standing } from './contest.ts';
import type { Report } from './report.ts';

/** Peers of these works are measured apart, in the contest of the second name. */
const PEERS_OF: Readonly<Record<string, string>> = {
  'one validated call, records in memory': 'one validated call, peers',
};
const TITLE = 'Toolgate beside what the same work takes at least (1 x), and beside others';
const WIDTH = 960;
const LABELS = 300;
const ROW = 30;
const TOP = 56;
/** Pixels right of all marks, for our number and the name of a peer. */
const RIGHT = 310;

/** A row for each work with a floor and ours: how many times the floor ours takes, and the peers beside it. */
export function drawChart(report: Report): string {
  const contests = Object.values(report.parts).flatMap(part => part.contests);
  const rows = contests.flatMap(contest => rowOf(contest, contests) ?? []);
  const ratios = rows.flatMap(({ ours, peers }) => [ours, ...peers].map(({ ratio = 1 }) => ratio));
  const [least, most] = [Math.min(1, ...ratios), Math.max(2, ...ratios)];
  const xOf = (ratio: number) => LABELS + (Math.log(ratio / least) / Math.log(most / least)) * (WIDTH - LABELS - RIGHT);
  const height = TOP + rows.length * ROW + 34;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${TITLE}</title>`,
    STYLE,
    text('title', 16, 24, TITLE),
    ...rows.map((row, index) => drawRow(row, TOP + index * ROW, xOf)),
    `<line class="floor" x1="${round(xOf(1))}" x2="${round(xOf(1))}" y1="${TOP - 12}" y2="${TOP + rows.length * ROW - 8}"/>`,
    text(
      'quiet',
      16,
      height - 12,
      `${report.machine}; medians of the same ${report.quick ? 'quick ' : ''}run, ${report.at.slice(0, 10)}; circles are others, the fastest is named; logarithmic`,
    ),
    '</svg>',
  ].join('\n')}\n`;
}

interface ChartRow {
  readonly work: string;
  readonly ours: Standing;
  readonly peers: readonly Standing[];
}

function rowOf({ work, standings }: ContestResult, all: readonly ContestResult[]): ChartRow | undefined {
  const ours = standings.find(({ role, ratio }) => role === 'ours' && ratio !== undefined);
  if (!ours) return undefined;
  const apart = all.find(contest => contest.work === PEERS_OF[work])?.standings ?? [];
  const peers = [...standings, ...apart].filter(({ role, ratio }) => role === 'peer' && ratio !== undefined);
  return { work, ours, peers };
}

function drawRow({ work, ours, peers }: ChartRow, y: number, xOf: (ratio: number) => number): string {
  const [from, to] = [xOf(1), xOf(ours.ratio ?? 1)].sort((a, b) => a - b) as [number, number];
  const last = Math.max(to, ...peers.map(({ ratio = 1 }) => xOf(ratio)));
  const fastest = peers.toSorted((a, b) => (a.ratio ?? 0) - (b.ratio ?? 0))[0];
  return [
    text('label', LABELS - 14, y + 4, work, 'end'),
    `<rect class="ours" x="${round(from)}" y="${y - 8}" width="${round(Math.max(2, to - from))}" height="16" rx="2"/>`,
    ...peers.map(peer => {
      const said = `<title>${escapeXml(peer.name)}: ${sayRatio(peer)}</title>`;
      return `<circle class="peer" cx="${round(xOf(peer.ratio ?? 1))}" cy="${y}" r="4">${said}</circle>`;
    }),
    text('number', last + 10, y + 4, sayRatio(ours)),
    ...(fastest ? [text('quiet', last + 62, y + 4, `${fastest.name} ${sayRatio(fastest)}`)] : []),
  ].join('\n');
}

const STYLE = `<style>
.title { fill: #1f2328; font-weight: 600 } .label { fill: #1f2328 } .number { fill: #0b57d0; font-weight: 600 }
.quiet { fill: #656d76; font-size: 11px } .ours { fill: #0b57d0 } .peer { fill: none; stroke: #bc4c00; stroke-width: 2 }
.floor { stroke: #656d76; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) {
.title, .label { fill: #e6edf3 } .number { fill: #79b8ff } .quiet { fill: #9198a1 } .ours { fill: #4493f8 }
.peer { stroke: #f0883e } .floor { stroke: #9198a1 } }
</style>`;

function text(kind: string, x: number, y: number, words: string, anchor = 'start'): string {
  return `<text class="${kind}" x="${round(x)}" y="${y}" text-anchor="${anchor}">${escapeXml(words)}</text>`;
}

const sayRatio = ({ ratio = 1 }: Standing): string => `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)} x`;
const round = (value: number): number => Math.round(value * 10) / 10;
const escapeXml = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
