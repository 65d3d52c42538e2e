import type { TextVocabulary } from '../generate-text.ts';

const MOST_TEXTS = 200;

/** The paths of the files and of their folders, and pieces of the files' texts. */
export function vocabularyOf(files: Readonly<Record<string, string | Uint8Array>>): TextVocabulary {
  const paths = new Set<string>();
  const texts = new Set<string>();
  for (const [name, content] of Object.entries(files)) {
    const parts = name.split('/');
    for (let depth = parts.length; depth > 0; depth--) paths.add(parts.slice(0, depth).join('/'));
    if (typeof content !== 'string') continue;
    for (const line of content.split('\n')) {
      texts.add(line);
      for (const word of line.match(/\w{3,}/g) ?? []) texts.add(word);
    }
    if (content.length < 1000) texts.add(content);
  }
  texts.delete('');
  return { paths: [...paths], texts: [...texts].slice(0, MOST_TEXTS) };
}
