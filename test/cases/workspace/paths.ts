import fs from 'node:fs';
import type { ErrorCode } from '../../../src/tool/codes.ts';
import type { TempFolder } from '../../support/workspace/temp-folder.ts';

/** A path, and what reading it must come to: the content of a file (every file holds its own path), or a code. */
type PathCase = readonly [path: string, expected: { reads: string } | { fails: ErrorCode }];

const LONG = 'n'.repeat(255);
const NFC = 'caf\u00e9.txt';
const NFD = 'cafe\u0301.txt';

/** For tests: lays out a workspace `ws` with an outside beside it, full of links, odd names and odd files. */
export function layOutPaths(home: TempFolder): void {
  const { put, folder, link } = home;
  for (const name of ['secret.txt', 'dir/deep.txt', 'ws-evil/a.txt', 'wsx/a.txt']) put(name, `OUTSIDE ${name}`);
  for (const name of [...LEGAL_NAMES, 'sub/b.txt', 'sub/deep/c.txt', 'state/db.sqlite']) put(`ws/${name}`, name);
  folder('ws/empty');
  link('alias', 'ws');
  link('alias2', 'alias');
  link('into-sub', 'ws/sub');
  link('ws/to-file', 'a.txt');
  link('ws/to-file-abs', home.at('ws/a.txt'));
  link('ws/to-sub', 'sub');
  link('ws/to-deep', 'sub/deep');
  link('ws/to-deep-abs', home.at('ws/sub/deep'));
  link('ws/to-root', '.');
  link('ws/to-root-abs', home.at('ws'));
  link('ws/to-alias', home.at('alias/a.txt'));
  link('ws/round', '../ws/a.txt');
  link('ws/sub/up', '..');
  link('ws/sub/up-file', '../a.txt');
  link('ws/chain1', 'chain2');
  link('ws/chain2', 'sub/chain3');
  link('ws/sub/chain3', '../a.txt');
  link('ws/out-file', '../secret.txt');
  link('ws/out-abs', home.at('secret.txt'));
  link('ws/out-dir', '..');
  link('ws/out-dir2', '../dir');
  link('ws/out-etc', '/etc');
  link('ws/out-passwd', '/etc/passwd');
  link('ws/out-slash', '/');
  link('ws/out-proc', '/proc/self/root');
  link('ws/out-fd', '/proc/self/fd');
  link('ws/out-chain', 'out-chain2');
  link('ws/out-chain2', 'sub/out3');
  link('ws/sub/out3', '../../secret.txt');
  link('ws/out-missing', '../nothing-here');
  link('ws/out-missing-abs', '/nonexistent/file');
  link('ws/out-sibling', '../ws-evil/a.txt');
  link('ws/dangling', 'not-there.txt');
  link('ws/dangling-deep', 'no/where/at/all.txt');
  link('ws/loop', 'loop');
  link('ws/loop-a', 'loop-b');
  link('ws/loop-b', 'loop-a');
  link('ws/loop-in', 'loop-in/x');
  link('ws/to-trailing', 'a.txt/');
  link('ws/to-sub-trailing', 'sub/');
  for (let n = 0; n < 50; n += 1) link(`ws/many${n}`, n === 0 ? 'a.txt' : `many${n - 1}`);
  fs.linkSync(home.at('secret.txt'), home.at('ws/hard.txt'));
}

const LEGAL_NAMES: readonly string[] = [
  'a.txt',
  'A.TXT',
  '~',
  '~root',
  ' a',
  'a ',
  ' ',
  '  lead and trail  ',
  '%2e%2e',
  'a%2e',
  '%2e%2e%2fetc%2fpasswd',
  '..%2f..%2fetc',
  '...',
  '....',
  '..a',
  'a..',
  'a..b',
  '.hidden',
  '.a/.b',
  '-rf',
  '--help',
  '$HOME',
  '$\u007bHOME}',
  '`id`',
  '$(id)',
  '*',
  '?',
  '[a]',
  '{a,b}',
  'a|b',
  'a;b',
  'a&b',
  'a>b',
  "it's",
  'say "hi"',
  'a\\b',
  '\\',
  '..\\..\\etc\\passwd',
  'C:\\Windows',
  'C:',
  'file:/etc/passwd',
  'con',
  'nul',
  'aux.txt',
  'a:b',
  'new\nline',
  'tab\there',
  'cr\rhere',
  'bell\u0007',
  'esc\u001b[31m',
  'del\u007f',
  NFC,
  NFD,
  '\u{1f600}.txt',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\ufeffbom.txt',
  'zero\u200bwidth',
  'rtl\u202etxt.exe',
  '\u00a0nbsp',
  '\u2025', // two dot leader
  '\uff0e\uff0e', // full-width dots
  '\uff0f', // full-width slash
  '\u2215', // division slash
  '\ufffd',
  '日本語/ファイル.txt',
  'кириллица.txt',
  LONG,
  `${LONG}2`.slice(1),
  'd'.repeat(100) + '/'.concat('e'.repeat(100)),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  '0',
  '#',
  'a#b',
  'a?b=c',
  'output:123',
  '@',
  '!',
];

const legal = (...paths: (readonly [string, string])[]): PathCase[] =>
  paths.map(([path, reads]) => [path, { reads }] as const);
const refused = (fails: ErrorCode, ...paths: string[]): PathCase[] => paths.map(path => [path, { fails }] as const);

/** Both polarities. `home` is the folder above the workspace, by real path. */
export function pathCases(home: string): PathCase[] {
  const ws = `${home}/ws`;
  return [
    ...LEGAL_NAMES.map(name => [name, { reads: name }] as const),
    ...LEGAL_NAMES.map(name => [`./${name}`, { reads: name }] as const),
    ...LEGAL_NAMES.map(name => [`${ws}/${name}`, { reads: name }] as const),
    ...legal(
      ['sub/b.txt', 'sub/b.txt'],
      ['./sub/./b.txt', 'sub/b.txt'],
      ['sub//b.txt', 'sub/b.txt'],
      ['sub///deep//c.txt', 'sub/deep/c.txt'],
      ['sub/../a.txt', 'a.txt'],
      ['sub/deep/../../a.txt', 'a.txt'],
      ['sub/deep/../b.txt', 'sub/b.txt'],
      ['empty/../a.txt', 'a.txt'],
      ['././././a.txt', 'a.txt'],
      [`${'./'.repeat(500)}a.txt`, 'a.txt'],
      [`${'sub/../'.repeat(300)}a.txt`, 'a.txt'],
      [`${ws}//a.txt`, 'a.txt'],
      [`${ws}/./sub/../a.txt`, 'a.txt'],
      [`${ws}/../ws/a.txt`, 'a.txt'],
      ['../ws/a.txt', 'a.txt'],
      ['sub/../../ws/sub/b.txt', 'sub/b.txt'],
      ['../alias/a.txt', 'a.txt'],
      ['../into-sub/b.txt', 'sub/b.txt'],
      [`${'../'.repeat(40)}${ws}/a.txt`, 'a.txt'],
      [`${home}/dir/../ws/a.txt`, 'a.txt'],
      [`/${ws}/a.txt`, 'a.txt'],
      [`//${ws}/sub/b.txt`, 'sub/b.txt'],
      [`/..${ws}/a.txt`, 'a.txt'],
      [`/../../..${ws}/a.txt`, 'a.txt'],
      [`/.${ws}/a.txt`, 'a.txt'],
      [`/proc/self/root${ws}/a.txt`, 'a.txt'],
      [`${home}/alias/a.txt`, 'a.txt'],
      [`${home}/alias2/sub/b.txt`, 'sub/b.txt'],
      [`${home}/into-sub/b.txt`, 'sub/b.txt'],
      [`${home}/into-sub/../a.txt`, 'a.txt'],
      [`${home}/alias/to-sub/b.txt`, 'sub/b.txt'],
      ['to-file', 'a.txt'],
      ['to-file-abs', 'a.txt'],
      ['to-sub/b.txt', 'sub/b.txt'],
      ['to-sub/deep/c.txt', 'sub/deep/c.txt'],
      ['to-deep/c.txt', 'sub/deep/c.txt'],
      ['to-deep/../b.txt', 'sub/b.txt'],
      ['to-deep-abs/../b.txt', 'sub/b.txt'],
      ['to-deep/../../a.txt', 'a.txt'],
      ['to-root/a.txt', 'a.txt'],
      ['to-root/to-root/sub/b.txt', 'sub/b.txt'],
      ['to-root-abs/sub/b.txt', 'sub/b.txt'],
      ['to-alias', 'a.txt'],
      ['round', 'a.txt'],
      ['sub/up/a.txt', 'a.txt'],
      ['sub/up/sub/up/a.txt', 'a.txt'],
      ['sub/up-file', 'a.txt'],
      ['chain1', 'a.txt'],
      ['to-sub-trailing/b.txt', 'sub/b.txt'],
      ['many0', 'a.txt'],
      ['many39', 'a.txt'],
      ['file:///etc/passwd', 'file:/etc/passwd'],
      ['hard.txt', 'OUTSIDE secret.txt'],
    ),
    ...refused(
      'INVALID_PATH',
      '',
      '\0',
      'a.txt\0',
      'a.txt\0.png',
      '\0/etc/passwd',
      '\ud800',
      'a\udc00b',
      'sub/\udfff.txt',
      'n'.repeat(256),
      `sub/${'n'.repeat(256)}`,
      `${'é'.repeat(128)}`,
      `${'日'.repeat(86)}`,
      'a/'.repeat(2048),
      `${'x'.repeat(200)}/`.repeat(21),
      '..',
      '../',
      './..',
      '../.',
      '../..',
      '../secret.txt',
      '../ws-evil/a.txt',
      './../secret.txt',
      '././../secret.txt',
      'sub/../..',
      'sub/../../secret.txt',
      '../ws/../secret.txt',
      'sub/deep/../../../secret.txt',
      'sub//..//..//secret.txt',
      'empty/../../secret.txt',
      `${'../'.repeat(20)}etc/passwd`,
      `sub/${'../'.repeat(50)}etc/passwd`,
      'nope/../../secret.txt',
      'nope/nope/../../../secret.txt',
      'a.txt/../../secret.txt',
      'dangling/../../secret.txt',
      '/',
      '//',
      '/.',
      '/..',
      '/etc/passwd',
      '//etc/passwd',
      '/etc/../etc/passwd',
      '/root/.ssh/id_rsa',
      '/proc/self/environ',
      '/proc/self/root/etc/passwd',
      '/proc/self/cwd/package.json',
      '/dev/stdin',
      '/dev/zero',
      '/nonexistent',
      '/nonexistent/../etc/passwd',
      home,
      `${home}/`,
      `${home}/secret.txt`,
      `${home}/ws-evil/a.txt`,
      `${home}/wsx/a.txt`,
      `${ws}-evil/a.txt`,
      `${ws}x/a.txt`,
      `${ws}/..`,
      `${ws}/../secret.txt`,
      `${ws}/../ws-evil/a.txt`,
      `${ws}/sub/../../secret.txt`,
      `${ws}/nope/../../secret.txt`,
      `${home}/alias/../secret.txt`,
      `${home}/alias`.concat('/out-file'),
      `${home}/WS/a.txt`,
      `${ws} /a.txt`,
      'out-file',
      'out-abs',
      'out-dir/secret.txt',
      'out-dir',
      'out-dir2/deep.txt',
      'out-dir2/../secret.txt',
      'out-etc/passwd',
      'out-etc/../etc/passwd',
      'out-passwd',
      'out-slash/etc/passwd',
      'out-slash',
      'out-proc/etc/passwd',
      'out-fd/0',
      'out-chain',
      'out-chain2',
      'sub/out3',
      'out-missing',
      'out-missing/x',
      'out-missing-abs',
      'out-missing-abs/../x',
      'out-sibling',
      'to-root/out-file',
      'to-sub/../out-file',
      'to-sub/../../secret.txt',
      'to-deep/../../../secret.txt',
      'to-root/../secret.txt',
      'to-root/..',
      'sub/up/../secret.txt',
      'sub/up/..',
      'to-root-abs/../secret.txt',
      'loop',
      'loop/x',
      'loop/../a.txt',
      'loop-a',
      'loop-b/x/y',
      'loop-in',
      'loop-in/x',
      'many40',
      'many49',
      'many49/x',
      'state',
      'state/',
      'state/db.sqlite',
      'state/new.txt',
      './state/./db.sqlite',
      'sub/../state/db.sqlite',
      'to-root/state/db.sqlite',
      `${ws}/state/db.sqlite`,
    ),
    ...refused(
      'FILE_NOT_FOUND',
      'nope',
      'nope.txt',
      'nope/nope.txt',
      'A.txt',
      'a.TXT',
      'Sub/b.txt',
      'SUB/B.TXT',
      'a.txt ',
      ' a.txt',
      'a.txt\n',
      'a.txt.',
      'a',
      '\\a.txt',
      'sub\\b.txt',
      '.\\a.txt',
      '..\\secret.txt',
      '%2e%2e/secret.txt',
      '%2e/a.txt',
      '..%2fsecret.txt',
      '%2e%2e%2fsecret.txt',
      'sub%2fb.txt',
      '.%2e/secret.txt',
      '..;/secret.txt',
      '..\u2215secret.txt',
      '\uff0e\uff0e/secret.txt',
      '\u2025/secret.txt',
      '.. /secret.txt',
      ' ../secret.txt',
      '../ secret.txt'.slice(3),
      '... /secret.txt',
      '~/.ssh/id_rsa',
      '~/secret.txt',
      '~root/secret.txt',
      '$HOME/secret.txt',
      'http://example.org/x',
      'nope/../a.txt',
      'sub/nope/../b.txt',
      'a.txt/../b.txt',
      'a.txt/../a.txt',
      'a.txt/x',
      'a.txt/x/y',
      'to-file/x',
      'dangling',
      'dangling-deep',
      'to-sub/nope',
      'statex',
      'state2/db.sqlite',
      NFC.toUpperCase(),
      `${ws}/nope.txt`,
    ),
    ...refused(
      'NOT_A_FILE',
      '.',
      './',
      './.',
      'sub',
      'sub/',
      'sub/.',
      'sub/..',
      'sub/deep/..',
      'empty',
      'to-sub',
      'to-sub/',
      'to-root',
      'sub/up',
      ws,
      `${ws}/`,
      `${home}/alias`,
      `${home}/into-sub`,
      'a.txt/',
      'a.txt//',
      'a.txt/.',
      'a.txt/./',
      'sub/b.txt/',
      'to-file/',
      'to-file/.',
      'to-trailing',
      `${ws}/a.txt/`,
    ),
  ];
}
