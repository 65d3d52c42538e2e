import { underAnchors } from './anchors.ts';
import type { FileView } from './file-view.ts';
import { type Hunk, isChange } from './hunk.ts';
import { isBlank } from './lines.ts';
import { type Choose, refuse } from './placed.ts';
import { bareText } from './readings.ts';

/** What an edit or a hunk says of its place besides its lines. */
export type Hints = Pick<Hunk, 'lines' | 'anchors' | 'heading' | 'position' | 'endOfFile'>;

/** What tells one of several places from the others: anchors, the end of the file, numbers, the heading; in this order. */
export function choosePlace(view: FileView, { lines, anchors, heading, position, endOfFile }: Hints): Choose {
  const lead = lines.findIndex(isChange);
  return (places, old) => {
    let left = places;
    if (anchors.length > 0) {
      const anchor = JSON.stringify(anchors.at(-1));
      const below = underAnchors(view, left, { anchors, lead });
      if (below?.length === 0) return refuse(`that is not in or below ${anchor}`, places[0]!);
      const telling = old.filter(line => line.trim().length > 5).length >= 2;
      if (!below && !telling) return refuse(`${anchor} is not in the file`, places[0]!);
      left = below ?? left;
    }
    if (endOfFile) {
      left = left.filter(place => view.file.lines.slice(place + old.length).every(isBlank));
      if (left.length === 0) return refuse('that is not the end of the file', places[0]!);
    }
    const there = position ? position.line - 1 : -1;
    if (left.length === 1) {
      if (there !== left[0] && nearlyStands(view, old, there))
        return { miss: 'several', reading: '', lines: [left[0]!, there].sort((a, b) => a - b) };
      if (places.length === 1) return { place: left[0]! };
      return { place: left[0]!, decided: endOfFile ? 'by the end of the file' : 'by its anchor' };
    }
    if (left.includes(there)) return { place: there, decided: 'by its line number' };
    const headed = heading === undefined ? undefined : underAnchors(view, left, { anchors: [heading], lead });
    if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
    return { miss: 'several', reading: '', lines: left };
  };
}

/** Whether the lines stand, but for white space and one line at most, where numbers say: that may be the place that is meant. */
function nearlyStands({ file }: FileView, old: readonly string[], at: number): boolean {
  const off = old.filter((line, by) => bareText(file.lines[at + by] ?? '\0') !== bareText(line)).length;
  return at >= 0 && (off === 0 || (off === 1 && old.length > 2));
}
