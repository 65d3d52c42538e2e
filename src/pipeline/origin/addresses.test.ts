import { expect, it } from 'vitest';
import { findAddresses, mixesScripts } from './addresses.ts';

it.each([
  ['Visit https://evil.com/x?y=1 now.', ['https://evil.com/x?y=1']],
  ['Visit www.evil.com, please', ['www.evil.com']],
  ['Visit evil-site.com/a', ['evil-site.com/a']],
  ['mail mark@evil.com or a.b+c@x.co.uk!', ['mark@evil.com', 'a.b+c@x.co.uk']],
  ['pay DE89 3704 0044 0532 0130 00', ['DE89 3704 0044 0532 0130 00']],
  ['pay MT84 MALT 0110 0001 2345 MTLC AST0 01S', ['MT84 MALT 0110 0001 2345 MTLC AST0 01S']],
  ['call +49 151 23456789', ['+49 151 23456789']],
  ['to the account 12345678, sort code 040004', ['12345678']],
  ['pay 998877665544', ['998877665544']],
  ['ev\u200bil.com', ['evil.com']],
  [
    'evil.house, evil.zip/login, evil.zip:8080 and //evil.com/x',
    ['evil.house', 'evil.zip/login', 'evil.zip', 'evil.com/x'],
  ],
  ['evil.com?q=1', ['evil.com?q=1']],
  ['evil。com, evil[.]net, evil (dot) org, evil dot info', ['evil.com', 'evil.net', 'evil.org', 'evil.info']],
  ['mark [at] evil [dot] com', ['mark@evil.com']],
  ['open 10.1.2.3:8080/x', ['10.1.2.3:8080/x']],
  ['pay LT12.1000.0111.0100.1000', ['LT12.1000.0111.0100.1000']],
  ['call +44.7700.900123', ['+44.7700.900123']],
  ['0x52908400098527886E0F7030069857D2E4169EE7', ['0x52908400098527886E0F7030069857D2E4169EE7']],
])('addresses are found in a text: %s', (text, found) => {
  expect(findAddresses(text)).toEqual(found);
});

it.each([
  'See notes.txt and src/index.ts at 12:30',
  'On 2026-11-16 at 10-12-2024',
  'From 2026-11-16 08:00 to 2026-11-16 17:30:00, or 2026-11-17T09:00:00',
  'Flight LH888 to Edinburgh',
  'Flight SK2591 on 2026-05-13, 16:20 to 19:35',
  'Version 1.2.3 of lib.rs',
  'It costs 1,200.50 dollars',
  'On 16.11.2026, 16/11/2026 or 2026/11/16',
  'const host = location.host + user.email; match.group(1)',
])('what only looks like an address is none: %s', text => {
  expect(findAddresses(text)).toEqual([]);
});

it.each([
  ['ines@\u043erbita.es', true],
  ['in\u0435s@orbita.es', true],
  ['https://g\u03bfogle.com/x', true],
  ['in\u00e9s@orbita.es', false],
  ['\u0438\u0432\u0430\u043d@example.com', false],
])('a part of an address may have letters of one script: %s', (address, mixes) => {
  expect(mixesScripts(address)).toBe(mixes);
});

it.each(['0123456789', 'a', 'a.', 'a-', '%a', 'ab12', 'a.b-', '@a.', '1.', '12.', 'a/', ' dot ', '[.]', 'a1_'])(
  'a text of one long word is looked through once, however long it is: %s',
  word => {
    expect(findAddresses(word.repeat(200_000 / word.length)).length).toBeLessThanOrEqual(1);
  },
);
