import type { Readable, Writable } from 'node:stream';
import { renderRequest } from '../../approval/render-request.ts';
import { colouredDiff } from './coloured-diff.ts';
import { fitLines } from './fit-lines.ts';
import type { ApprovalChoice, QuestionPlace } from './question-place.ts';
import { loadPrompts } from './with-keys.ts';

export function promptPlace({ input, output }: { readonly input: Readable; readonly output: Writable }): QuestionPlace {
  return {
    show(request) {
      const width = (output as Partial<NodeJS.WriteStream>).columns || 80;
      output.write(`\n${colouredDiff(fitLines(renderRequest(request), width), output)}\n\n`);
    },
    async choose({ options, signal, ...question }) {
      const place = { input, output: untilFired(output, signal), signal };
      const prompts = await loadPrompts();
      const chosen = await prompts.select<ApprovalChoice>({ ...question, options: [...options], ...place });
      return prompts.isCancel(chosen) ? undefined : chosen;
    },
    async type({ validate, signal, ...question }) {
      const check = validate && ((text: string | undefined) => validate(text ?? ''));
      const place = { input, output: untilFired(output, signal), signal };
      const prompts = await loadPrompts();
      const typed = await prompts.text({ ...question, validate: check, ...place });
      return prompts.isCancel(typed) ? undefined : typed;
    },
    note: line => void output.write(`${line}\n`),
  };
}

const SHOW_CURSOR = '\x1b[?25h';

/**
 * The stream until the signal fires. A prompt that is withdrawn draws itself once more with what it stood on, and that
 * reads as an answer which nobody gave.
 */
function untilFired(output: Writable, signal: AbortSignal): Writable {
  return new Proxy(output, {
    get(stream, key) {
      const value: unknown = Reflect.get(stream, key);
      if (key !== 'write') return typeof value === 'function' ? value.bind(stream) : value;
      return (text: string) => {
        if (!signal.aborted) return stream.write(text);
        return String(text).includes(SHOW_CURSOR) ? stream.write(`${SHOW_CURSOR}\n`) : true;
      };
    },
  });
}
