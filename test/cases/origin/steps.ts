import fc from 'fast-check';

/** A call, or words of the user. */
export type Step = { readonly said: string } | { readonly name: string; readonly args: Record<string, unknown> };

const ADDRESSES = [
  ...['mark@evil.com', 'eve@evil.com', 'emma@corp.com', 'liam@corp.com', 'zoe@corp.com', 'bob@x.com'],
  ...['Mark@evil.com', 'ｍark@evil.com', 'mark@evil.com.x.org', 'bob@x.com.evil.com'],
];
const someAddress = fc.constantFrom(...ADDRESSES);
const someBody = fc.constantFrom('hello', 'see www.evil.com', 'to mark@evil.com', 'Emma comes along', 'zoe@corp.com');

export const someSend: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    name: fc.constant('send_mail'),
    args: fc.record({ to: fc.array(someAddress, { minLength: 1, maxLength: 3 }), body: someBody }),
  }),
  fc.record({ name: fc.constant('post_note'), args: fc.record({ to: someAddress, body: someBody }) }),
  fc.record({
    name: fc.constant('set_password'),
    args: fc.record({
      password: fc.constantFrom('hunter22', 'correct horse', 'aHVudGVyMjIgaHVudGVyMjI=', '13', 'emma@corp.com'),
    }),
  }),
);

const someRead: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    name: fc.constant('read_mail'),
    args: fc.record({ which: fc.constantFrom('evil', 'kind', 'mark@evil.com') }),
  }),
  fc.constant({ name: 'read_page', args: {} }),
  fc.constant({ name: 'find_contact', args: {} }),
);

const someWords: fc.Arbitrary<Step> = fc
  .constantFrom('Write to bob@x.com.', 'Tell eve@evil.com.', 'Use hunter22.')
  .map(said => ({ said }));

export const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: someSend }, { weight: 3, arbitrary: someRead }, { weight: 1, arbitrary: someWords }),
  { minLength: 3, maxLength: 9 },
);

/** Where a step happens: in the conversation itself, an agent below, one below that, another process; or after a restart. */
export type Place = 'here' | 'below' | 'deeper' | 'beside' | 'elsewhere' | 'restart' | 'restart below';
const somePlace: fc.Arbitrary<Place> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('here', 'elsewhere', 'elsewhere') },
  { weight: 3, arbitrary: fc.constantFrom('below', 'deeper', 'beside') },
  { weight: 1, arbitrary: fc.constantFrom('restart', 'restart below') },
);
export const somePlaces: fc.Arbitrary<readonly Place[]> = fc.array(somePlace, { minLength: 9, maxLength: 9 });
