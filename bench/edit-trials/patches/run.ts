import type { Engine } from '../engine.ts';
import type { Random } from '../random.ts';
import { fateOf, type Tally } from '../trial.ts';
import type { TrueChange } from '../true-change.ts';
import { forms } from './forms.ts';
import type { PatchTrial } from './patch-trial.ts';
import { places } from './places.ts';
import { refused } from './refused.ts';
import { several } from './several.ts';
import { spoilt } from './spoilt.ts';

export function runPatches(
  changes: readonly TrueChange[],
  { random, tally, engine }: { random: Random; tally: Tally; engine: Engine },
) {
  for (const change of changes) {
    for (const kind of [...forms, ...spoilt, ...places, ...refused, ...several]) {
      const trial = kind.make(change, random);
      if (trial) tryPatch(kind.name, trial, { tally, engine });
    }
  }
}

function tryPatch(
  name: string,
  { sort, patch, before, after }: PatchTrial,
  { tally, engine }: { tally: Tally; engine: Engine },
) {
  const made = engine.patch(patch, before);
  const written = 'files' in made ? made.files : undefined;
  const said = 'files' in made ? '' : made.refused;
  const show = (files?: ReadonlyMap<string, string>) =>
    [...(files ?? [])]
      .map(([path, text]) => `${path}\n${text}`)
      .join('\n')
      .slice(0, 6000);
  const detail = () => `${patch}\nsaid: ${said}\n--- before\n${show(before)}\n--- written\n${show(written)}`;
  const flat = (files: ReadonlyMap<string, string>) => Buffer.from(JSON.stringify([...files].sort()));
  const fate = !written ? 'refused' : !after ? 'wrongly placed' : fateOf(flat(written), flat(after));
  tally.add(sort, `patch: ${name}`, { fate, detail });
}
