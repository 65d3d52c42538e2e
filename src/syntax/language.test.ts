import { expect, it } from 'vitest';
import { languageOfFile } from './language.ts';

it.each([
  ['src/a.js', 'js'],
  ['src/a.jsx', 'js'],
  ['a.mjs', 'mjs'],
  ['a.cjs', 'cjs'],
  ['a.ts', 'ts'],
  ['a.test.ts', 'ts'],
  ['a.mts', 'mts'],
  ['a.cts', 'cts'],
  ['a.TSX', 'tsx'],
  ['a.d.ts', 'dts'],
  ['a.d.mts', 'dts'],
  ['styles.d.css.ts', 'dts'],
  ['package.json', 'json'],
  ['tsconfig.json', 'jsonc'],
  ['tsconfig.build.json', 'jsonc'],
  ['toolgate.config.json', 'jsonc'],
  ['.vscode/settings.json', 'jsonc'],
  ['a/.vscode/launch.json', 'jsonc'],
  ['C:\\x\\.vscode\\tasks.json', 'jsonc'],
  ['.eslintrc', 'jsonc'],
  ['.eslintrc.json', 'jsonc'],
  ['a.yml', 'yaml'],
  ['a.py', 'python'],
  ['a.go', 'go'],
  ['a.rs', 'rust'],
  ['A.java', 'java'],
  ['a.h', 'cpp'],
  ['a.hpp', 'cpp'],
  ['a.c', 'cpp'],
  ['A.cs', 'c-sharp'],
  ['a.css', 'css'],
  ['a.php', 'php'],
  ['Rakefile', 'ruby'],
  ['a.gemspec', 'ruby'],
  ['a.sh', 'bash'],
  ['.bashrc', 'bash'],
])('the language of %s is %s', (path, language) => {
  expect(languageOfFile(path, '')).toBe(language);
});

it.each([
  'a.scss',
  'a.less',
  'a.md',
  'a.json5',
  'a.vue',
  'a.zsh',
  'Makefile',
  'd.ts.txt',
  'constructor',
  'a.constructor',
])('the language of %s is not known', path => {
  expect(languageOfFile(path, '')).toBeUndefined();
});

it.each([
  ['#!/bin/sh\n', 'bash'],
  ['#!/usr/bin/env bash\n', 'bash'],
  ['#!/usr/bin/env -S node --no-warnings\n', 'js'],
  ['#!/usr/bin/env python3.12\n', 'python'],
  ['#! /usr/bin/ruby -w\n', 'ruby'],
  ['#!/bin/zsh\n', undefined],
  ['#!\n', undefined],
])('a file that starts with %j is %s', (text, language) => {
  expect(languageOfFile('bin/tool', text)).toBe(language);
});

it('an interpreter outweighs an extension of another family', () => {
  expect(languageOfFile('run.py', '#!/bin/bash\n')).toBe('bash');
  expect(languageOfFile('cli.mts', '#!/usr/bin/env node\n')).toBe('mts');
});
