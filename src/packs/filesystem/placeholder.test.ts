import { expect, it } from 'vitest';
import { findPlaceholder } from './placeholder.ts';

it('a line that stands for what was left out is found', () => {
  for (const line of [
    '// ... existing code ...',
    '# ... rest of the file unchanged ...',
    '... rest of file unchanged ...',
    '/* ... remaining methods ... */',
    '<!-- ... existing content ... -->',
    '  // rest of the code remains the same',
    '// … unchanged',
    '# existing code here',
    '-- the rest of the function stays as is',
    '{/* ... existing JSX ... */}',
    '[... rest of the document unchanged ...]',
  ]) {
    expect(findPlaceholder(`a\n${line}\nb\n`, 'old'), line).toMatchObject({ line: 2 });
  }
});

it('ordinary text is left alone', () => {
  for (const line of [
    'const rest = [...existing, item];',
    '...props,',
    '// keep the rest of the arguments for later',
    'Existing code is formatted by the hook.',
    '  ...existing,',
    '# Remaining work',
    'print("...")',
    '...',
    'The rest of the file is described below.',
  ]) {
    expect(findPlaceholder(`a\n${line}\nb\n`, 'old'), line).toBeUndefined();
  }
});

it('a line that the file had before is no placeholder', () => {
  expect(findPlaceholder('// ... existing code ...\n', 'x\n  // ... existing code ...\n')).toBeUndefined();
});
