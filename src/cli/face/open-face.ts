import type { Toolgate } from '../../gate/toolgate.ts';
import type { QuestionPlace } from '../terminal/question-place.ts';
import { Desk } from './desk.ts';
import { questionLines } from './question-lines.ts';
import { paintFor } from './shown-line.ts';
import { FaceStory } from './story.ts';

export interface Face {
  readonly story: FaceStory;
  readonly desk: Desk;
  readonly place: QuestionPlace;
  /** Draws from here on, and shows what happens at the gate. */
  begin(gate: Toolgate): void;
  work(is: boolean): void;
  /** Leaves the terminal as it was; what was drawn stays. */
  end(): Promise<void>;
}

export async function openFace(): Promise<Face> {
  const { App, render, createElement } = await loadLibraries();
  const { stdout } = process;
  // A terminal that tells no size gets the usual one.
  if (!stdout.columns) Object.assign(stdout, { columns: 80, rows: stdout.rows || 24 });
  const paint = paintFor(stdout);
  const story = new FaceStory(paint);
  const desk = new Desk();
  let working = false;
  let ends: (() => Promise<void>) | undefined;
  return {
    story,
    desk,
    place: {
      show(request) {
        story.endText();
        story.add(questionLines(request, paint), 'question');
      },
      choose: question => desk.choose(question),
      type: question => desk.type(question),
      note: line => story.note(line),
    },
    begin(gate) {
      const app = createElement(App, { story, desk, paint, working: () => working });
      const giveBack = takeStandardError(text => story.note(text));
      const drawn = render(app, { stdout, exitOnCtrlC: false, patchConsole: false, interactive: true, maxFps: 20 });
      const stop = gate.activity.subscribe('*', event => story.event(event));
      ends = async () => {
        stop();
        story.endText();
        await drawn.waitUntilRenderFlush();
        drawn.unmount();
        await drawn.waitUntilExit();
        giveBack();
      };
    },
    work(is) {
      working = is;
      // The hint is drawn anew with what is shown beside it.
      desk.hint = desk.read().hint;
    },
    async end() {
      await ends?.();
      ends = undefined;
    },
  };
}

/** The libraries look at NODE_ENV once, when they are loaded; what this process starts must not see it. */
async function loadLibraries() {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await import('./drawing.ts');
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** Takes standard error: text that others write there becomes a part of the story, line by line. */
function takeStandardError(tell: (text: string) => void): () => void {
  const { stderr } = process;
  const { write } = stderr;
  let begun = '';
  stderr.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    begun += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const end = begun.lastIndexOf('\n');
    if (end >= 0) {
      const whole = begun.slice(0, end);
      begun = begun.slice(end + 1);
      if (whole.trim() !== '') tell(whole);
    }
    const done = rest.find(each => typeof each === 'function') as (() => void) | undefined;
    if (done) queueMicrotask(done);
    return true;
  }) as typeof stderr.write;
  return () => {
    stderr.write = write;
    if (begun !== '') stderr.write(begun);
  };
}
