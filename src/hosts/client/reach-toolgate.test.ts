import { expect, it } from 'vitest';
import { tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { consultToolgate } from './reach-toolgate.ts';

it('a Toolgate that has failed to start is waited for no longer', async () => {
  const looks: number[] = [];
  const started = {
    get exitCode() {
      return looks.push(1);
    },
  };
  const asked = consultToolgate(
    tempFolder().path,
    { host: 'claude', event: {} },
    { phase: 'before', start: () => started },
  );
  await expect(asked).rejects.toThrow('no Toolgate could be started');
  expect(looks).toEqual([1]);
});
