import { expect, it } from 'vitest';
import { writes } from '../../tool/effect.ts';
import { findLaterRuns } from './find-later-runs.ts';

it('a repository of more files than a call takes arguments is found as a whole', () => {
  const objects = Array.from({ length: 200_000 }, (_, at) => writes(`/w/copy/objects/${at}`));
  const effects = [...['HEAD', 'config', 'refs/heads'].map(path => writes(`/w/copy/${path}`)), ...objects];
  const workspace = { root: '/w', identity: () => undefined, namedByGit: () => () => false, otherNames: () => [] };
  const found = findLaterRuns(effects, workspace, { file: () => false, folder: () => false });
  expect(found).toHaveLength(200_003);
});
