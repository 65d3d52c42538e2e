import { readdirSync, readFileSync } from 'node:fs';
import type { Danger } from '../../../src/tool/effect.ts';

export interface CorpusCommand {
  readonly danger: Danger;
  readonly command: string;
}

/** The place that the commands of the corpus are judged in. */
export const WHERE = { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: '/tmp' };

const FOLDER = `${import.meta.dirname}/corpus`;

export const corpusFiles = (): readonly string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.txt'));

/**
 * One command a line, `\n` for a line break; a line that opens a here-document takes all up to `EOF`. `# class` opens
 * the commands of that class.
 */
export function readCorpus(name: string): readonly CorpusCommand[] {
  const cases: CorpusCommand[] = [];
  let danger: Danger = 'safe';
  let document: string[] | undefined;
  for (const line of readFileSync(`${FOLDER}/${name}`, 'utf8').split('\n')) {
    const heading = /^# (safe|moderate|dangerous)$/.exec(line);
    if (document) {
      document.push(line);
      if (line !== 'EOF') continue;
      cases.push({ danger, command: document.join('\n') });
      document = undefined;
    } else if (heading) danger = heading[1] as Danger;
    else if (/<<'?EOF'?[^\\]*$/.test(line)) document = [line];
    else if (line !== '') cases.push({ danger, command: line.replaceAll('\\n', '\n') });
  }
  return cases;
}
