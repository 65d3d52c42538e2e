import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

export const highlighter = hljs.newInstance();

const LANGUAGES = {
  bash,
  cpp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, language);

// A language that contains another stands for it: each one more makes the page longer.
highlighter.registerAliases(['javascript', 'js'], { languageName: 'typescript' });

export type LanguageName = keyof typeof LANGUAGES;

/** By the end of a file's name, besides the names of the languages themselves. */
const ENDINGS: Readonly<Record<string, LanguageName>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'typescript',
  jsx: 'typescript',
  mjs: 'typescript',
  cjs: 'typescript',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  jsonl: 'json',
  webmanifest: 'json',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  hh: 'cpp',
  hxx: 'cpp',
  sh: 'bash',
  bash: 'bash',
  zsh: 'bash',
  ksh: 'bash',
  bashrc: 'bash',
  zshrc: 'bash',
  profile: 'bash',
  yaml: 'yaml',
  yml: 'yaml',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  html: 'xml',
  htm: 'xml',
  xml: 'xml',
  svg: 'xml',
  xhtml: 'xml',
  vue: 'xml',
  plist: 'xml',
  css: 'css',
  scss: 'css',
  less: 'css',
  sql: 'sql',
  diff: 'diff',
  patch: 'diff',
  toml: 'ini',
  ini: 'ini',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  env: 'ini',
  editorconfig: 'ini',
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
};

/** The language of a file, by its name alone. */
export function languageOf(path: string): LanguageName | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const beginning = name.replace(/^\./, '').split('.', 1)[0]!;
  for (const word of [ending, beginning]) if (Object.hasOwn(ENDINGS, word)) return ENDINGS[word];
  return undefined;
}
