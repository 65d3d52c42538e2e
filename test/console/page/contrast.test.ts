import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const styles = ['colours', 'diff'].map(name =>
  readFileSync(new URL(`../../../page/styles/${name}.css`, import.meta.url), 'utf8'),
);
const PAIR = /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g;
const colours = new Map(
  [...styles.join('\n').matchAll(PAIR)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

/** As WCAG has it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('every colour of code can be read on every ground of a diff, in light and in dark', () => {
  const grounds = ['add-ground', 'remove-ground', 'add-mark', 'remove-mark'];
  const words = [...colours.keys()].filter(name => name.startsWith('hl-'));
  expect(words.length).toBeGreaterThan(5);
  const faint = words.flatMap(word =>
    grounds.flatMap(ground =>
      (['light', 'dark'] as const).flatMap(theme => {
        const found = contrast(colours.get(word)?.[theme] ?? '', colours.get(ground)?.[theme] ?? '');
        return found >= 4.5 ? [] : [`${word} on ${ground}, ${theme}: ${found.toFixed(2)}`];
      }),
    ),
  );
  expect(faint).toEqual([]);
});
