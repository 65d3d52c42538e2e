import type { Plugin } from 'rolldown';

/**
 * Writes other letters in code as escapes: one of them, and Node keeps every character of the file in two bytes and
 * reads it more slowly.
 */
export function asciiCode(): Plugin {
  return {
    name: 'ascii-code',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toAscii(file.code);
    },
  };
}

/**
 * A backslash before such a letter means the letter itself, and nothing with an escape. What is beyond the first plane
 * has one escape in names and another in patterns: a file with such letters stays as it is.
 */
function toAscii(code: string): string {
  if (/[\ud800-\udfff]/.test(code)) return code;
  return code
    .replace(/(?<!\\)((?:\\\\)*)\\(?=[^\x00-\x7f])/g, '$1')
    .replace(/[^\x00-\x7f]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
