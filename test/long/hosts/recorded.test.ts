import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, test } from 'vitest';
import { HOST_NAMES } from '../../../src/hosts/host-names.ts';
import { findHost } from '../../../src/hosts/hosts.ts';
import { HOST_CASES } from '../../hosts/cases.ts';
import { openHostWorld } from '../../hosts/host-world.ts';
import { recordedPlayer } from '../../hosts/recorded-player.ts';
import type { HostRecording } from '../../hosts/recording.ts';

const recordingOf = (name: string): HostRecording | undefined => {
  const file = join(import.meta.dirname, `../../cases/hosts/${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as HostRecording) : undefined;
};

// A host without a recording has not been run so far: the docs say so.
for (const { host: name, version, cases } of HOST_NAMES.flatMap(name => recordingOf(name) ?? [])) {
  const host = findHost(name)!;
  describe(`${host.title} ${version}, as recorded`, () => {
    // Most of each is waiting for processes.
    for (const [title, turns] of Object.entries(cases))
      test.concurrent(title, async () => {
        const play = recordedPlayer(turns);
        const world = openHostWorld({ host, programs: inject('programs'), below: tmpdir(), play });
        try {
          await HOST_CASES[title]!(world);
        } finally {
          world.close();
        }
      });
  });
}
