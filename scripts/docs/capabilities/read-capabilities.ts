import { readFileSync } from 'node:fs';

/** A test by its file and its title. */
export interface ShownBy {
  readonly file: string;
  readonly title: string;
}

export interface Capability {
  /** What somebody who knows such a system looks for. */
  readonly what: string;
  /** What it is called here: `find-name.ts` knows the forms. */
  readonly names: readonly string[];
  readonly tests: readonly ShownBy[];
  /** How and why it is not the same here. */
  readonly differs?: string | undefined;
}

export interface CapabilityList {
  /** The last part of `toolgate/classic/…`. */
  readonly door: string;
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly rows: readonly Capability[] }[];
}

export const CAPABILITY_DOORS = ['packs', 'define', 'spec', 'executor', 'events'] as const;

/**
 * Reads a list. A line is `# title`, `door name`, `@key file > title of a test`, `## section`, or a row:
 * what it is, its names here, keys of tests, and after `differs:` how it is not the same; with bars between.
 */
export function readCapabilities(door: string): CapabilityList {
  const text = readFileSync(new URL(`${door}.txt`, import.meta.url), 'utf8');
  const tests = new Map<string, ShownBy>();
  const used = new Set<string>();
  const sections: { title: string; rows: Capability[] }[] = [];
  let title = '';
  for (const [index, line] of text.split('\n').entries()) {
    const wrong = (problem: string) => new Error(`${door}.txt:${index + 1}: ${problem}`);
    const test = /^@(\w+) (\S+) > (.+)$/.exec(line);
    if (test) tests.set(test[1]!, { file: test[2]!, title: test[3]! });
    else if (line.startsWith('# ')) title = line.slice(2);
    else if (line.startsWith('## ')) sections.push({ title: line.slice(3), rows: [] });
    else if (line.includes(' | ')) {
      const [what = '', names = '', keys = '', differs] = line.split(' | ');
      const shown = keys.split(', ').map(key => {
        const found = tests.get(key);
        if (!found) throw wrong(`no test is called @${key}`);
        used.add(key);
        return found;
      });
      if (differs !== undefined && !differs.startsWith('differs: '))
        throw wrong('the last part begins with "differs: "');
      sections.at(-1)!.rows.push({ what, names: names.split(', '), tests: shown, differs: differs?.slice(9) });
    } else if (line !== '' && line !== `door ${door}`) throw wrong(`cannot be read: ${line}`);
  }
  const idle = [...tests.keys()].filter(key => !used.has(key));
  if (idle.length > 0) throw new Error(`${door}.txt: nothing is shown by @${idle.join(', @')}`);
  return { door, title, sections };
}
