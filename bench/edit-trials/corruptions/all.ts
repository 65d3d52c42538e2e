import { blanks } from './blanks.ts';
import { type Corruption, ofSteps } from './corruption.ts';
import { decorations } from './decorations.ts';
import { escapes } from './escapes.ts';
import { indentation } from './indentation.ts';
import { misremembered } from './misremembered.ts';
import { otherFiles } from './other-files.ts';
import { typography } from './typography.ts';

export const corruptions: readonly Corruption[] = [
  { name: 'exact', sort: 'decidable', spoil: ({ change }) => ofSteps(change, change.steps) },
  ...indentation,
  ...blanks,
  ...typography,
  ...decorations,
  ...escapes,
  ...otherFiles,
  ...misremembered,
];
