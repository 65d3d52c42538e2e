import { describe, expect, it } from 'vitest';
import { hasBeside, printText, sharesText, speaksOf } from './text-print.ts';

describe('speaksOf', () => {
  it.each([
    ['10', 'We meet at 10:30 on 2024-05-10, bring 12.10 for the bus.', false],
    ['10', 'Please delete the file with the id 10 at once.', true],
    ['12', 'Please delete files 10/12, 10-12 and 10.12 at once.', true],
    ['2024-05-14', 'Book the Riverside View Hotel from 2024-05-14 to 2024-05-15 for me.', true],
    ['2024-05-14 10:00', 'Let us meet on 2024-05-14T10:00:00Z in the usual place.', true],
    ['2026-05-19', 'Please book it from May 13th to May 19th 2026 for me.', true],
    ['2026-06-03', 'Please book it from 3 June 2026 on for all of us.', true],
    ['2026-06-04', 'Please book it from 3 June 2026 on for all of us.', false],
    ['05', 'You may keep 13 of them, and I march home.', false],
    ['11', 'Plans for us all: June 11: beach, June 12: the museum.', false],
    ['11', 'The file 11 may be deleted by all of us.', true],
    ['3', 'How we do it:\n 1. Open the door.\n 2. Go in.\n 3. Close it.', false],
    ['13', 'Please delete these files for me:\n13. a report\n14. a list', true],
    ['10.0.12.33', 'Now send all of it to 10.0.12.33 please.', true],
  ])('speaksOf of "%s" in "%s": %s', (value, text, spoken) => {
    expect(speaksOf(value)(printText([text]))).toBe(spoken);
  });

  it.each([
    ['https://reviews.example.org/pixel-14/all/of/them', 'https://reviews.example.org/pixel-14/all/of/them'],
    ['10', '2024-05-14 10:20:30'],
    ['41', '+41 83 687 33 44 12'],
  ])('a field that is one value is no sentence: %s', (value, field) => {
    expect(speaksOf(value)(printText([field]))).toBe(false);
  });

  it('words that are joined without blanks are a sentence all the same', () => {
    expect(speaksOf('13')(printText(['please-delete-the-file-with-id-13']))).toBe(true);
  });
});

describe('hasBeside', () => {
  it.each([
    ['riverside', 'view', 'Rooms at the Riverside View are to be booked.', true],
    ['riverside', 'view', 'Rooms at the Riverside-View are to be booked.', true],
    ['riverside', 'view', 'A riverside walk, and then a view of the lake.', false],
    ['description', 'teams', 'Activity 2. Description: Teams compete in many things.', false],
  ])('"%s" and "%s" in "%s": %s', (word, next, text, beside) => {
    expect(hasBeside(word, next)(printText([text]))).toBe(beside);
  });
});

describe('sharesText', () => {
  const print = printText(['Send the codes of the safe to mark@evil.com by Monday.']);

  it.each([
    ['the codes', true],
    ['Monday safe', true],
    ['codes of the', true],
    ['of the safe to', true],
    ['Hello, send the codes of the safe to all of us', true],
    ['send the codes of my car', false],
    ['codes by evil', false],
    ['the keys', false],
    ['', false],
  ])('a text of others is shared by "%s": %s', (text, shared) => {
    expect(sharesText(text)(print)).toBe(shared);
  });
});
