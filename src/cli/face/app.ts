import { Box, Static, Text, useAnimation, useInput, usePaste, useWindowSize } from 'ink';
import { createElement as h, type ReactNode, useSyncExternalStore } from 'react';
import { sayTime } from '../../text/say.ts';
import { printable } from '../terminal/terminal.ts';
import type { Desk, OpenChoice, OpenLine } from './desk.ts';
import type { EditedLine } from './edited-line.ts';
import { markdownLines } from './markdown.ts';
import type { Paint, ShownLine, StoryItem } from './shown-line.ts';
import type { FaceStory, RunningCall } from './story.ts';

interface AppProps {
  readonly story: FaceStory;
  readonly desk: Desk;
  readonly paint: Paint;
  readonly working: () => boolean;
}

export function App({ story, desk, paint, working }: AppProps): ReactNode {
  const { items, saying, calls } = useSyncExternalStore(story.onChange, story.read);
  const { open, hint } = useSyncExternalStore(desk.onChange, desk.read);
  const { rows, columns } = useWindowSize();
  useInput((input, key) => desk.press(input, key));
  usePaste(text => desk.paste(text));
  const activity = calls.length > 0 ? 'working' : 'thinking';
  const live = [
    ...(saying === '' ? [] : [h(Tail, { key: 'saying', lines: markdownLines(saying, paint), rows: rows - 8 })]),
    ...calls
      .filter(({ quiet, asking }) => !quiet && !(open && asking !== undefined))
      .map(call => h(Running, { key: call.id, call, paint })),
    ...(open?.kind === 'choice' ? [h(Choice, { key: 'choice', open, paint })] : []),
    ...(open?.kind === 'line' ? [h(Line, { key: 'line', open, paint })] : []),
    ...(open || !working() ? [] : [h(Thinking, { key: 'thinking', at: activity, paint })]),
    ...(hint === '' ? [] : [h(Text, { key: 'hint' }, paint('dim', `  ${hint}`))]),
  ];
  return h(
    Box,
    { flexDirection: 'column' },
    h(Static<StoryItem>, {
      items: items as StoryItem[],
      // The lines that stay are laid out by themselves: without a width of its own a line would be as long as its text.
      style: { width: columns },
      children: item => h(Lines, { key: item.id, lines: item.lines }),
    }),
    live.length > 0 ? h(Box, { flexDirection: 'column', marginTop: items.length > 0 ? 1 : 0 }, ...live) : null,
  );
}

const Lines = ({ lines }: { readonly lines: readonly ShownLine[] }): ReactNode =>
  h(Box, { flexDirection: 'column' }, ...lines.map((line, at) => h(OneLine, { key: at, line })));

const OneLine = ({ line: { lead, text, cut, tail } }: { readonly line: ShownLine }): ReactNode =>
  h(
    Box,
    {},
    h(Box, { flexShrink: 0 }, h(Text, {}, lead)),
    // A line without text has a height, too.
    h(Box, { flexShrink: 1 }, h(Text, { wrap: cut ? 'truncate-end' : 'wrap' }, text === '' ? ' ' : text)),
    tail ? h(Box, { flexShrink: 0, marginLeft: 2 }, h(Text, {}, tail)) : null,
  );

/** The end of what still grows: a live part that is higher than the screen would be drawn over the scrollback. */
const Tail = ({ lines, rows }: { readonly lines: readonly ShownLine[]; readonly rows: number }): ReactNode =>
  h(
    Box,
    { flexDirection: 'column', justifyContent: 'flex-end', maxHeight: Math.max(3, rows), overflowY: 'hidden' },
    h(Box, { flexShrink: 0, flexDirection: 'column' }, h(Lines, { lines: lines.slice(-Math.max(3, rows)) })),
  );

const MOMENT = 250;

const Running = ({ call, paint }: { readonly call: RunningCall; readonly paint: Paint }): ReactNode => {
  useAnimation({ interval: MOMENT });
  const { agent, what, since, asking, waited, tail } = call;
  const who = agent === 'main' ? '' : `${paint('cyan', agent)} `;
  const time = asking === undefined ? sayTime(Date.now() - since - waited) : 'waits for your answer';
  const head = { lead: `${paint('yellow', '●')} `, text: `${who}${what}`, cut: true, tail: paint('dim', time) };
  return h(Lines, { lines: [head, ...tail.map(text => ({ lead: '    ', text: paint('dim', text), cut: true }))] });
};

const FRAMES = ['·  ', '·· ', '···', ' ··', '  ·', '   '];

const Thinking = ({ at, paint }: { readonly at: string; readonly paint: Paint }): ReactNode => {
  const { frame, time } = useAnimation({ interval: MOMENT });
  const dots = FRAMES[frame % FRAMES.length] ?? '';
  const passed = time >= 1000 ? sayTime(Math.floor(time / 1000) * 1000) : '';
  return h(Text, {}, paint('dim', `${dots} ${at} ${passed}  Ctrl-C stops it`));
};

const Choice = ({ open, paint }: { readonly open: OpenChoice; readonly paint: Paint }): ReactNode => {
  const lines = open.options.map(({ label, hint }, index): ShownLine => {
    const marked = index === open.at;
    const name = marked ? paint(['bold', 'cyan'], label) : label;
    return { lead: marked ? `${paint('cyan', '❯')} ` : '  ', text: hint ? `${name}  ${paint('dim', hint)}` : name };
  });
  return h(Lines, {
    lines: [
      { lead: '', text: paint('bold', open.message) },
      ...lines,
      { lead: '', text: paint('dim', '↑ ↓ Enter, or y / n; Ctrl-C stops the call') },
    ],
  });
};

const Line = ({ open, paint }: { readonly open: OpenLine; readonly paint: Paint }): ReactNode => {
  const { message, line, problem } = open;
  const empty = line.text === '' && message === undefined ? paint('dim', 'What next? Ctrl-D ends') : '';
  return h(Lines, {
    lines: [
      ...(message === undefined ? [] : [{ lead: '', text: paint('bold', message) }]),
      { lead: `${paint(['bold', 'cyan'], '›')} `, text: `${withCursor(line, paint)}${empty}` },
      ...(problem === undefined ? [] : [{ lead: '  ', text: paint('yellow', problem) }]),
    ],
  });
};

/** The cursor is drawn: where no style is wanted, as a bar before the character. */
function withCursor({ text, at }: EditedLine, paint: Paint): string {
  const under = [...text.slice(at)][0] ?? '';
  const after = visible(text.slice(at + under.length));
  const held = under === '' || under === '\n' ? ' ' : visible(under);
  const cursor = paint('inverse', held);
  const end = under === '\n' ? '\n' : '';
  return `${visible(text.slice(0, at))}${cursor === held ? `▏${held}` : cursor}${end}${after}`;
}

/** A typed or pasted text made visible: it may hold characters that draw. */
const visible = (text: string): string => printable(text).replaceAll('\t', '  ');
