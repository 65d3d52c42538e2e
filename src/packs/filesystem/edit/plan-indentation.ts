import { belongsAtMargin, closesBlock, isFlattened, isRegular } from './code-layout.ts';
import { type LineSample, takeSamples } from './coordinates.ts';
import { detectUnit, type IndentMapping, type IndentSample, learnIndentation } from './indentation.ts';
import type { Script } from './script.ts';
import type { TextLines } from './text-lines.ts';
import { indentOf } from './white-space.ts';

/** Gives each new line that is written its indentation in the file; undefined where it cannot be told. */
export type IndentPlan = (newLine: number) => string | undefined;

interface PlanInput {
  readonly file: TextLines;
  readonly script: Script;
  /** The file line that each old line is, or -1; only those that are the same but for white space count. */
  readonly images: readonly number[];
}

/** Maps the indentation of new lines to the file's, as that of the matched old lines maps. */
export function planIndentation(input: PlanInput): IndentPlan {
  const { script } = input;
  const indent = (line: number) => indentOf(script.new[line]!);
  const samples = takeSamples({ file: input.file, old: script.old, images: input.images });
  if (samples.every(sample => sample.old === sample.file)) return indent;
  const first = samples[0]!;
  if (isFirstLineCut(first, samples.slice(1))) {
    const shown = samples.slice(1).some(({ old, line }) => old !== '' || !closesBlock(script.old[line]!));
    return line => {
      if (line === 0) return firstLineIndent(indent(0), first);
      // Where the other lines stand at the margin, a new one there may have lost its indentation as well.
      return shown || indent(line) !== '' || belongsAtMargin(script.new, line) ? indent(line) : undefined;
    };
  }
  const mapping = chooseMapping(input, samples);
  return line => mapping(indent(line));
}

/**
 * Whether only the first line lost indentation, as happens when a text is trimmed. Lines at the margin do not show
 * that the others kept theirs, unless the first line lost all of it.
 */
function isFirstLineCut(first: LineSample, others: readonly LineSample[]): boolean {
  const cut = first.line === 0 && first.file.length > first.old.length && first.file.endsWith(first.old);
  const kept = others.length > 0 && others.every(sample => sample.old === sample.file);
  return cut && kept && (first.old === '' || others.some(sample => sample.old !== ''));
}

function firstLineIndent(indent: string, { old, file }: IndentSample): string | undefined {
  return indent === old || indent === file ? file : undefined;
}

function chooseMapping({ file, script }: PlanInput, samples: readonly LineSample[]): IndentMapping {
  const unit = detectUnit(file.lines);
  if (isFlattened(script.new)) return () => undefined;
  // A single line that is off may be a slip of its own; a text that is irregular around it says so.
  if (samples.length === 1 && !isRegular(script.new)) return () => undefined;
  return learnIndentation(samples, [...script.new, ...script.old], unit);
}
