import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { hookPlace } from '../client/place.ts';
import type { HostService } from './host-service.ts';
import { listenForHosts, takePlace } from './listen.ts';

it('the place is free as soon as nobody listens there, for a hook that comes then starts another Toolgate', async () => {
  const { path: project, at } = tempFolder();
  const place = hookPlace(project, { XDG_STATE_HOME: at('state') });
  const taken = takePlace(place)!;
  const closed = Promise.withResolvers<void>();
  const service = { isBusy: false, close: () => closed.promise } as unknown as HostService;
  const options = { place, project, version: '1.0.0', idle: 60_000, giveWay: () => taken.give() };
  const listener = await listenForHosts(service, options);
  const closing = listener.close();
  const next = takePlace(place);
  onTestFinished(() => next?.give());
  expect(next).toBeDefined();
  closed.resolve();
  await closing;
});
