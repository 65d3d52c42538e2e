import type { Kind } from './case.ts';
import { forms } from './texts.ts';

/** A call of a built-in tool; `want` is the plain call, in the tool's own words, that it must come to. */
export interface Call {
  readonly kind: Kind;
  readonly name: string;
  readonly sent: unknown;
  readonly want?: { readonly name: string; readonly args: Readonly<Record<string, unknown>> };
}

/** All names of a tool, and cases that hold for each. */
interface Tool {
  readonly names: readonly string[];
  /** Arguments as sent, and the tool's own that they mean. */
  readonly meant: readonly (readonly [sent: unknown, args: Readonly<Record<string, unknown>>])[];
  readonly refused: readonly unknown[];
}

const FILE_NAMES = [
  'path',
  'file_path',
  'filePath',
  'FilePath',
  'filepath',
  'file-path',
  'file',
  'filename',
  'file_name',
  'fileName',
  'target_file',
  'targetFile',
  'absolute_path',
  'absolutePath',
  'relative_path',
  'Path',
  'PATH',
];
const FOLDER_NAMES = ['path', 'directory', 'dir', 'dir_path', 'directoryPath', 'folder', 'folder_path', 'cwd', 'Path'];

/** The same under each name of one parameter. */
const named = (names: readonly string[], value: unknown, rest: object, own: Readonly<Record<string, unknown>>) =>
  names.map(name => [{ [name]: value, ...rest }, own] as const);

/** The same in every form that whole arguments come in. */
const written = (sent: object, own: Readonly<Record<string, unknown>>) => forms(sent).map(text => [text, own] as const);

const CONTENTS = ['true', '[1]', '  x  ', '{"path":"b.txt"}', 'null', '', '\ufeffa\r\n', '```\na\n```', 'a\\nb', '5'];

const PATCH = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** End Patch\n';

const a = { path: 'a.txt' };
const oldNew = { path: 'a.txt', old_text: 'alpha', new_text: ' beta ' };
const edit = { old_text: 'alpha', new_text: 'beta' };

const TOOLS: readonly Tool[] = [
  {
    names: ['read_file', 'read'],
    meant: [
      ...named(FILE_NAMES, 'a.txt', {}, a),
      ...named(
        ['paths', 'file_paths', 'filePaths', 'files', 'filenames', 'Paths'],
        ['a.txt', 'src/b.ts'],
        {},
        {
          paths: ['a.txt', 'src/b.ts'],
        },
      ),
      ...named(['offset', 'start_line', 'startLine', 'line_start', 'start', 'Offset'], '2', a, { ...a, offset: 2 }),
      ...named(['limit', 'max_lines', 'maxLines', 'num_lines', 'line_count', 'LIMIT'], '2', a, { ...a, limit: 2 }),
      [{ paths: 'a.txt' }, { paths: ['a.txt'] }],
      [{ file_paths: '["a.txt","src/b.ts"]' }, { paths: ['a.txt', 'src/b.ts'] }],
      [{ file_paths: "['a.txt', 'src/b.ts']" }, { paths: ['a.txt', 'src/b.ts'] }],
      [{ paths: 'a.txt,src/b.ts' }, { paths: ['a.txt,src/b.ts'] }],
      [{ path: 'a.txt', limit: null, offset: '', encoding: 'null' }, a],
      [{ path: null, paths: ['a.txt'] }, { paths: ['a.txt'] }],
      [{ path: 'a.txt', paths: null }, a],
      [{ path: 'a.txt', paths: '' }, a],
      [
        { path: 'a.txt', limit: '0', offset: '-5' },
        { ...a, limit: 0, offset: -5 },
      ],
      [
        { path: 'a.txt', encoding: 'UTF-8' },
        { ...a, encoding: 'utf-8' },
      ],
      [
        { path: 'a.txt', encoding: 'utf8' },
        { ...a, encoding: 'utf-8' },
      ],
      [
        { path: 'a.txt', encoding: 'Base64' },
        { ...a, encoding: 'base64' },
      ],
      [{ path: 5 }, { path: '5' }],
      [{ path: ' a.txt ' }, { path: ' a.txt ' }],
      [{ path: '"a.txt"' }, { path: '"a.txt"' }],
      [{ path: '["a.txt"]' }, { path: '["a.txt"]' }],
      [{ input: { file_path: 'a.txt' } }, a],
      [{ arguments: '{"file_path": "a.txt"}' }, a],
      [{ args: { arguments: { file_path: 'a.txt' } } }, a],
      [{ tool_input: { filePath: 'a.txt', start_line: '2' } }, { ...a, offset: 2 }],
      [{ parameters: { path: 'a.txt' } }, a],
      ...written({ path: 'a.txt', limit: 2 }, { ...a, limit: 2 }),
      ...written({ file_path: 'a.txt', max_lines: '2' }, { ...a, limit: 2 }),
    ],
    refused: [
      {},
      '',
      null,
      { path: '' },
      { path: null },
      { path: ['a.txt'] },
      { path: { path: 'a.txt' } },
      { paths: [] },
      { paths: '[]' },
      { paths: '["a.txt", "src/b' },
      { paths: ['a.txt', null] },
      { paths: {} },
      { files: [{ path: 'a.txt' }] },
      { pth: 'a.txt' },
      { paht: 'a.txt' },
      { uri: 'a.txt' },
      { path: 'a.txt', file_path: 'src/b.ts' },
      { path: 'a.txt', file_path: 'a.txt' },
      { file_path: 'a.txt', filename: 'src/b.ts' },
      { path: 'a.txt', limit: '10 lines' },
      { path: 'a.txt', limit: -1 },
      { path: 'a.txt', limit: '1.5' },
      { path: 'a.txt', limit: 'all' },
      { path: 'a.txt', offset: 'end' },
      { path: 'a.txt', end_line: 5 },
      { path: 'a.txt', start_line: 1, end_line: 5 },
      { path: 'a.txt', view_range: [1, 5] },
      { path: 'a.txt', encoding: 'latin1' },
      { path: 'a.txt', encoding: 'utf-16' },
      { path: 'a.txt', reasoning: 'to see' },
      { path: 'a.txt', limti: 5 },
      { name: 'read_file', arguments: a },
      { path: 'a.txt', input: {} },
      '{"path": "a.t',
      '{"path": "a.txt"}{"path": "src/b.ts"}',
      'a.txt',
      '["a.txt"]',
    ],
  },
  {
    names: ['write_file', 'write'],
    meant: [
      ...named(FILE_NAMES, 'new.txt', { content: 'x' }, { path: 'new.txt', content: 'x' }),
      ...named(
        ['content', 'contents', 'text', 'file_text', 'fileText', 'file_content', 'data', 'body', 'Content'],
        ' x\n',
        {
          path: 'new.txt',
        },
        { path: 'new.txt', content: ' x\n' },
      ),
      ...named(
        ['createDirs', 'create_dirs', 'createDirectories', 'create_directories', 'create_parents', 'mkdirs', 'parents'],
        'true',
        { path: 'n/new.txt', content: 'x' },
        { path: 'n/new.txt', content: 'x', createDirs: true },
      ),
      ...CONTENTS.map(
        content =>
          [
            { path: 'new.txt', content },
            { path: 'new.txt', content },
          ] as const,
      ),
      ...CONTENTS.map(
        content =>
          [
            { file_path: 'new.txt', text: content, createDirs: '0' },
            { path: 'new.txt', content },
          ] as const,
      ),
      ...CONTENTS.flatMap(content => written({ path: 'new.txt', content }, { path: 'new.txt', content })),
      ...written({ file_path: 'new.txt', contents: "it's\n" }, { path: 'new.txt', content: "it's\n" }),
      [
        { path: 'new.txt', content: 5 },
        { path: 'new.txt', content: '5' },
      ],
      [
        { path: 'new.txt', content: true },
        { path: 'new.txt', content: 'true' },
      ],
      ['{"path": "new.txt", "content": 3.10}', { path: 'new.txt', content: '3.10' }],
      ['{"file_path": "new.txt", "text": 3.10}', { path: 'new.txt', content: '3.10' }],
      ['{"input": {"file_path": "new.txt", "text": 3.10}}', { path: 'new.txt', content: '3.10' }],
      ["{'file_path': 'new.txt', 'content': 1.0}", { path: 'new.txt', content: '1.0' }],
      [
        { path: 'new.txt', content: 'x', encoding: null },
        { path: 'new.txt', content: 'x' },
      ],
      [
        { path: 'new.txt', content: 'eA==', encoding: 'BASE64' },
        { path: 'new.txt', content: 'eA==', encoding: 'base64' },
      ],
    ],
    refused: [
      { path: 'new.txt' },
      { content: 'x' },
      { path: 'new.txt', content: null },
      { path: 'new.txt', content: { a: 1 } },
      { path: 'new.txt', content: ['a', 'b'] },
      { path: 'new.txt', content: 'x', text: 'y' },
      { path: 'new.txt', contnet: 'x' },
      { path: 'new.txt', content: 'x', overwrite: true },
      { path: 'new.txt', content: 'x', append: true },
      { path: 'new.txt', content: 'x', mode: 'a' },
      { path: 'new.txt', content: 'x', explanation: 'why' },
      { path: 'new.txt', content: 'x', createDirs: 'yes' },
      { path: ['new.txt'], content: 'x' },
      { path: null, content: 'x' },
      '{"path": "new.txt", "content": "half of',
      '{"path": "new.txt", "content": "half of"',
      "{'path': 'new.txt', 'content': 'half of",
      { arguments: '{"path": "new.txt", "content": "half of' },
    ],
  },
  {
    names: ['edit_file', 'edit'],
    meant: [
      ...named(FILE_NAMES, 'a.txt', { old_text: 'alpha', new_text: ' beta ' }, oldNew),
      ...['old_text', 'old_string', 'oldText', 'old_str', 'oldString', 'search', 'find', 'old', 'Old_Text'].map(
        name => [{ path: 'a.txt', [name]: 'alpha', new_text: ' beta ' }, oldNew] as const,
      ),
      ...['new_text', 'new_string', 'newText', 'new_str', 'newString', 'replace', 'replacement', 'new'].map(
        name => [{ path: 'a.txt', old_text: 'alpha', [name]: ' beta ' }, oldNew] as const,
      ),
      ...['replace_all', 'replaceAll', 'all', 'global', 'ReplaceAll'].map(
        name =>
          [
            { ...oldNew, [name]: 'true' },
            { ...oldNew, replace_all: true },
          ] as const,
      ),
      [{ file_path: 'a.txt', old_string: 'alpha', new_string: ' beta ' }, oldNew],
      [
        { file_path: 'a.txt', old_string: 'alpha', new_string: ' beta ', replace_all: false },
        { ...oldNew, replace_all: false },
      ],
      [{ ...oldNew, edits: null }, oldNew],
      [{ ...oldNew, edits: '' }, oldNew],
      [
        { path: 'a.txt', edits: [edit], old_text: null, new_text: null },
        { path: 'a.txt', edits: [edit] },
      ],
      ...['edits', 'changes', 'replacements', 'Edits'].map(
        name =>
          [
            { path: 'a.txt', [name]: [edit] },
            { path: 'a.txt', edits: [edit] },
          ] as const,
      ),
      [
        { path: 'a.txt', edits: edit },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { path: 'a.txt', edits: JSON.stringify([edit]) },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { path: 'a.txt', edits: "[{'old_text': 'alpha', 'new_text': 'beta'}]" },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { path: 'a.txt', edits: [{ oldText: 'alpha', newText: 'beta' }] },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { path: 'a.txt', edits: [{ old_string: 'alpha', new_string: 'beta' }] },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { file_path: 'a.txt', edits: [{ old_string: 'alpha', new_string: 'beta', replace_all: 'true' }] },
        { path: 'a.txt', edits: [{ ...edit, replace_all: true }] },
      ],
      [
        { file_path: 'a.txt', edits: '[{"old_string": "alpha", "new_string": "beta"}]' },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { input: { file_path: 'a.txt', edits: [{ old_str: 'alpha', new_str: 'beta' }] } },
        { path: 'a.txt', edits: [edit] },
      ],
      [
        { path: 'a.txt', old_text: 'alpha', new_text: '' },
        { path: 'a.txt', old_text: 'alpha', new_text: '' },
      ],
      [
        { path: 'a.txt', old_text: 'alpha', new_text: 5 },
        { path: 'a.txt', old_text: 'alpha', new_text: '5' },
      ],
      [
        { path: 'a.txt', old_text: 'alpha', new_text: 'true' },
        { path: 'a.txt', old_text: 'alpha', new_text: 'true' },
      ],
      ...written({ file_path: 'a.txt', old_string: 'alpha', new_string: ' beta ' }, oldNew),
      ...written({ path: 'a.txt', edits: [edit] }, { path: 'a.txt', edits: [edit] }),
      ...written(
        { path: 'a.txt', edits: [{ old_string: 'alpha', new_string: 'beta' }] },
        { path: 'a.txt', edits: [edit] },
      ),
    ],
    refused: [
      { path: 'a.txt' },
      { path: 'a.txt', old_text: 'alpha' },
      { path: 'a.txt', new_text: 'beta' },
      { path: 'a.txt', old_text: 'alpha', new_text: null },
      { path: 'a.txt', old_text: null, new_text: 'beta' },
      { path: 'a.txt', old_text: ['alpha'], new_text: 'beta' },
      { old_text: 'alpha', new_text: 'beta' },
      { ...oldNew, edits: [edit] },
      { path: 'a.txt', edits: [] },
      { path: 'a.txt', edits: [{ old_text: 'alpha' }] },
      { path: 'a.txt', edits: [{ ...edit, reason: 'x' }] },
      { path: 'a.txt', edits: [['alpha', 'beta']] },
      { path: 'a.txt', edits: ['alpha', 'beta'] },
      { path: 'a.txt', edits: '[{"old_text": "alpha", "new_text": "be' },
      { path: 'a.txt', edits: '[{"old_string": "alpha", "new_string": "beta"}' },
      { path: 'a.txt', edits: { alpha: 'beta' } },
      { ...oldNew, old_string: 'alpha' },
      { ...oldNew, replace_all: 'yes' },
      { ...oldNew, count: 1 },
      { ...oldNew, instructions: 'x' },
      { path: 'a.txt', old_text: 'alpha', replace_wth: 'beta' },
      '{"path": "a.txt", "old_text": "alpha", "new_text": "be',
    ],
  },
  {
    names: ['list_directory', 'list', 'list_files'],
    meant: [
      ...named(FOLDER_NAMES, 'src', {}, { path: 'src' }),
      ...named(
        ['includeHidden', 'include_hidden', 'show_hidden', 'showHidden', 'hidden', 'all'],
        'true',
        {},
        {
          includeHidden: true,
        },
      ),
      ...named(['pattern', 'glob', 'filter'], '*.ts', {}, { pattern: '*.ts' }),
      ...named(['limit', 'max_entries', 'maxResults', 'max_results'], '5', {}, { limit: 5 }),
      [{}, {}],
      ['', {}],
      ['{}', {}],
      [null, {}],
      [{ path: null }, {}],
      [{ path: '.', recursive: 'True' }, { recursive: true }],
      [
        { path: 'src', recursive: 1, limit: null },
        { path: 'src', recursive: true },
      ],
      [{ input: { directory: 'src' } }, { path: 'src' }],
      [{ input: {} }, {}],
      ...written({ directory: 'src', recursive: true }, { path: 'src', recursive: true }),
    ],
    refused: [
      { path: ['src'] },
      { pth: 'src' },
      { path: 'src', recursive: 'yes' },
      { path: 'src', depth: 2 },
      { path: 'src', ignore: ['node_modules'] },
      { path: 'src', limit: 0 },
      { path: 'src', limit: '9999' },
      { path: 'src', directory: '.' },
      { path: 'src', recusrive: true },
      { path: {} },
      '{"path": "src", "recursive": tr',
    ],
  },
  {
    names: ['glob'],
    meant: [
      ...named(
        ['pattern', 'glob', 'glob_pattern', 'globPattern', 'file_pattern', 'query', 'Pattern'],
        '*.ts',
        {},
        {
          pattern: '*.ts',
        },
      ),
      ...named(FOLDER_NAMES, 'src', { pattern: '*.ts' }, { pattern: '*.ts', path: 'src' }),
      [{ patterns: '*.ts' }, { patterns: ['*.ts'] }],
      [{ patterns: '["*.ts", "*.js"]' }, { patterns: ['*.ts', '*.js'] }],
      [{ globs: ['*.ts'] }, { patterns: ['*.ts'] }],
      [{ patterns: '{a,b}/*.ts' }, { patterns: ['{a,b}/*.ts'] }],
      [{ patterns: '[ab]*.ts' }, { patterns: ['[ab]*.ts'] }],
      [
        { pattern: '*.ts', path: null, limit: '5' },
        { pattern: '*.ts', limit: 5 },
      ],
      [
        { pattern: '*.ts', include_hidden: '1', includeIgnored: 'false' },
        { pattern: '*.ts', includeHidden: true },
      ],
      ...written({ pattern: '**/*.{ts,tsx}', path: 'src' }, { pattern: '**/*.{ts,tsx}', path: 'src' }),
    ],
    refused: [
      {},
      { pattern: '' },
      { pattern: null },
      { pattern: ['*.ts'] },
      { patterns: [] },
      { patterns: '["*.ts", "*.js"' },
      { path: 'src' },
      { pattern: '*.ts', pathh: 'src' },
      { pattern: '*.ts', glob: '*.js' },
      { pattern: '*.ts', exclude: 'x' },
      { pattern: '*.ts', limit: 'none' },
    ],
  },
  {
    names: ['grep', 'search_files'],
    meant: [
      ...named(
        ['pattern', 'query', 'search', 'search_pattern', 'searchPattern', 'search_term', 'text'],
        'al.ha',
        {},
        {
          pattern: 'al.ha',
        },
      ),
      ...named(FOLDER_NAMES, 'src', { pattern: 'x' }, { pattern: 'x', path: 'src' }),
      ...named(
        ['glob', 'include', 'file_pattern', 'filePattern', 'include_pattern'],
        '*.ts',
        { pattern: 'x' },
        {
          pattern: 'x',
          glob: '*.ts',
        },
      ),
      ...named(
        ['ignoreCase', 'ignore_case', 'case_insensitive', 'caseInsensitive', '-i'],
        'true',
        { pattern: 'x' },
        {
          pattern: 'x',
          ignoreCase: true,
        },
      ),
      ...named(['context', 'context_lines', 'contextLines', '-C'], '2', { pattern: 'x' }, { pattern: 'x', context: 2 }),
      ...named(['before', 'before_context', 'lines_before', '-B'], '2', { pattern: 'x' }, { pattern: 'x', before: 2 }),
      ...named(['after', 'after_context', 'lines_after', '-A'], '2', { pattern: 'x' }, { pattern: 'x', after: 2 }),
      ...named(
        ['mode', 'output_mode', 'outputMode'],
        'Files_With_Matches',
        { pattern: 'x' },
        {
          pattern: 'x',
          mode: 'files_with_matches',
        },
      ),
      ...named(
        ['limit', 'max_results', 'maxResults', 'head_limit', 'max_matches'],
        '5',
        { pattern: 'x' },
        {
          pattern: 'x',
          limit: 5,
        },
      ),
      ...named(
        ['literal', 'fixed_strings', 'fixedStrings', '-F'],
        'true',
        { pattern: 'x' },
        { pattern: 'x', literal: true },
      ),
      ...named(
        ['lineNumbers', 'line_numbers', '-n', 'show_line_numbers'],
        'false',
        { pattern: 'x' },
        {
          pattern: 'x',
          lineNumbers: false,
        },
      ),
      [{ pattern: 'true' }, { pattern: 'true' }],
      [{ pattern: '[1]' }, { pattern: '[1]' }],
      [{ pattern: ' x ' }, { pattern: ' x ' }],
      [{ pattern: 5 }, { pattern: '5' }],
      [
        { pattern: 'x', glob: '["*.ts"]' },
        { pattern: 'x', glob: '["*.ts"]' },
      ],
      [
        { pattern: 'x', glob: ['*.ts', '!*.js'] },
        { pattern: 'x', glob: ['*.ts', '!*.js'] },
      ],
      [{ pattern: 'x', glob: null, type: null, context: 'null' }, { pattern: 'x' }],
      [
        { pattern: 'x', mode: 'FILES' },
        { pattern: 'x', mode: 'files' },
      ],
      ...written({ query: '\\d+\\s"', path: 'src' }, { pattern: '\\d+\\s"', path: 'src' }),
    ],
    refused: [
      {},
      { pattern: '' },
      { pattern: null },
      { pattern: ['a', 'b'] },
      { patern: 'x' },
      { pattern: 'x', query: 'y' },
      { pattern: 'x', case_sensitive: false },
      { pattern: 'x', mode: 'lines' },
      { pattern: 'x', mode: 'file' },
      { pattern: 'x', context: '2 lines' },
      { pattern: 'x', context: 100 },
      { pattern: 'x', '-c': 1 },
      { pattern: 'x', '-c': '1' },
      { pattern: 'x', '-N': 1 },
      { pattern: 'x', '-I': 1 },
      { pattern: 'x', '-f': 1 },
      { pattern: 'x', n: 1 },
      { pattern: 'x', a: 1 },
      { pattern: 'x', exclude: '*.js' },
      { pattern: 'x', flags: 'i' },
      { pattern: 'x', path: ['src', 'test'] },
      '{"pattern": "x", "path": "sr',
    ],
  },
  {
    names: ['search_files'],
    meant: [
      [{ regex: 'al.ha' }, { pattern: 'al.ha' }],
      [
        { path: 'src', regex: 'x', file_pattern: '*.ts' },
        { pattern: 'x', path: 'src', glob: '*.ts' },
      ],
    ],
    refused: [{ regex: 'x', pattern: 'y' }, { regx: 'x' }],
  },
  {
    names: ['delete_file'],
    meant: [
      ...named([...FILE_NAMES, 'directory', 'folder'], 'a.txt', {}, a),
      [
        { path: 'src', recursive: 'true' },
        { path: 'src', recursive: true },
      ],
      [{ path: 'a.txt', recursive: null }, a],
      ...written({ file_path: 'a.txt' }, a),
    ],
    refused: [
      {},
      { path: '' },
      { path: null },
      { path: ['a.txt'] },
      { paths: ['a.txt'] },
      { path: 'a.txt', recursive: 'yes' },
      { path: 'a.txt', force: true },
      { path: 'a.txt', file_path: 'src/b.ts' },
      '{"path": "a',
      '{"path": "src"',
      '{"path": "src", "recursive": false',
    ],
  },
  {
    names: ['move_file'],
    meant: [
      ...[
        'from',
        'source',
        'src',
        'source_path',
        'sourcePath',
        'old_path',
        'from_path',
        'path',
        'file_path',
        'From',
      ].map(
        name =>
          [
            { [name]: 'a.txt', to: 'c.txt' },
            { from: 'a.txt', to: 'c.txt' },
          ] as const,
      ),
      ...['to', 'destination', 'dest', 'dst', 'target', 'destination_path', 'new_path', 'newPath', 'to_path', 'To'].map(
        name =>
          [
            { from: 'a.txt', [name]: 'c.txt' },
            { from: 'a.txt', to: 'c.txt' },
          ] as const,
      ),
      [
        { old_path: 'a.txt', new_path: 'c.txt' },
        { from: 'a.txt', to: 'c.txt' },
      ],
      [
        { from: 'a.txt', to: 'c.txt', overwrite: 'false' },
        { from: 'a.txt', to: 'c.txt' },
      ],
      [
        { from: 'a.txt', to: 'src/b.ts', overwrite: 'true' },
        { from: 'a.txt', to: 'src/b.ts', overwrite: true },
      ],
      ...written({ source: 'a.txt', destination: 'c.txt' }, { from: 'a.txt', to: 'c.txt' }),
    ],
    refused: [
      { from: 'a.txt' },
      { to: 'c.txt' },
      { from: 'a.txt', to: null },
      { from: 'a.txt', to: '' },
      { from: 'a.txt', source: 'b', to: 'c.txt' },
      { path: 'a.txt', src: 'b', to: 'c.txt' },
      { from: 'a.txt', to: 'c.txt', new_path: 'd.txt' },
      { from: 'a.txt', new_name: 'c.txt' },
      { from: ['a.txt'], to: 'c.txt' },
      { from: 'a.txt', to: 'c.txt', overwrite: 'ask' },
      '{"from": "a.txt", "to": "c',
    ],
  },
  {
    names: ['get_file_info'],
    meant: [...named(FILE_NAMES, 'a.txt', {}, a), ...named(FOLDER_NAMES, 'src', {}, { path: 'src' })],
    refused: [{}, { path: ['a.txt'] }, { paths: ['a.txt'] }, { path: null }, { path: 'a.txt', follow: true }],
  },
  {
    names: ['apply_patch'],
    meant: [
      ...['patch', 'input', 'diff', 'patch_text', 'patchText', 'content', 'Patch'].map(
        name => [{ [name]: PATCH }, { patch: PATCH }] as const,
      ),
      [{ arguments: { patch: PATCH } }, { patch: PATCH }],
      [{ input: { patch: PATCH } }, { patch: PATCH }],
      ...written({ patch: PATCH }, { patch: PATCH }),
      ...written({ input: PATCH }, { patch: PATCH }),
    ],
    refused: [
      {},
      { patch: '' },
      { patch: null },
      { patch: [PATCH] },
      { patch: PATCH.split('\n') },
      { patch: PATCH, path: 'n.txt' },
      { patch: PATCH, diff: PATCH },
      JSON.stringify({ patch: PATCH }).slice(0, -2),
      JSON.stringify({ patch: PATCH }).slice(0, -1),
    ],
  },
  {
    names: ['undo_file'],
    meant: [
      ...named(FILE_NAMES, 'changed.txt', {}, { path: 'changed.txt' }),
      [{ path: 'changed.txt', force: 'false' }, { path: 'changed.txt' }],
      [{ path: 'changed.txt', force: null }, { path: 'changed.txt' }],
      ...written({ file_path: 'changed.txt' }, { path: 'changed.txt' }),
    ],
    refused: [{}, { path: null }, { path: 'changed.txt', force: 'please' }, { path: 'changed.txt', turn: 1 }],
  },
  {
    names: ['undo_turn'],
    meant: [
      [{}, {}],
      ['', {}],
      [{ turn: null }, {}],
      [{ turn: '' }, {}],
      [{ force: '0' }, {}],
      [{ input: {} }, {}],
    ],
    refused: [{ turn: 'last' }, { turn: -1 }, { turn: '1.5' }, { turns: 1 }, { turn: [1] }, '{"turn": '],
  },
  {
    names: ['list_changes'],
    meant: [
      [{}, {}],
      ...named(FILE_NAMES, 'changed.txt', {}, { path: 'changed.txt' }),
      ...named(['turn', 'turn_number', 'turnNumber'], '1', {}, { turn: 1 }),
      ...named(['limit', 'max_results', 'maxResults'], '1', {}, { limit: 1 }),
      ...named(['diffs', 'diff', 'show_diff', 'showDiffs'], 'true', {}, { diffs: true }),
      [{ path: null, turn: 'null', limit: '' }, {}],
    ],
    refused: [{ limit: 0 }, { limit: 'all' }, { path: '' }, { since: 'yesterday' }, { diffs: 'unified' }],
  },
  {
    names: ['todowrite'],
    meant: [
      ...named(['todos', 'items', 'tasks', 'list', 'Todos'], [{ content: 'a' }], {}, { todos: [{ content: 'a' }] }),
      [{ todos: { content: 'a' } }, { todos: [{ content: 'a' }] }],
      [{ todos: '[{"content": "a", "status": "pending"}]' }, { todos: [{ content: 'a' }] }],
      [{ todos: "[{'content': 'a', 'status': 'in_progress'}]" }, { todos: [{ content: 'a', status: 'in_progress' }] }],
      [{ todos: '[]' }, { todos: [] }],
      [
        { todos: [{ id: 1, content: 'a', status: 'In Progress', priority: 'High', activeForm: 'Doing a' }] },
        { todos: [{ id: '1', content: 'a', status: 'in_progress', priority: 'high', activeForm: 'Doing a' }] },
      ],
      [
        {
          todos: [
            { content: 'a', status: 'COMPLETED' },
            { content: 5, status: 'pending', priority: null },
          ],
        },
        {
          todos: [
            { content: 'a', status: 'completed' },
            { content: '5', status: 'pending' },
          ],
        },
      ],
      [
        { todos: [{ content: '[x] "done"', status: 'in-progress', active_form: 'x' }] },
        { todos: [{ content: '[x] "done"', status: 'in_progress', activeForm: 'x' }] },
      ],
      ...written({ todos: [{ content: "it's", status: 'pending' }] }, { todos: [{ content: "it's" }] }),
    ],
    refused: [
      {},
      { todos: null },
      { todos: '' },
      { todos: ['a', 'b'] },
      { todos: 'a' },
      { todos: [{ content: '' }] },
      { todos: [{ status: 'pending' }] },
      { todos: [{ content: 'a', status: 'done' }] },
      { todos: [{ content: 'a', status: 'doing' }] },
      { todos: [{ content: 'a', status: 'canceled' }] },
      { todos: [{ content: 'a', priority: 'urgent' }] },
      { todos: [{ content: 'a', prioritty: 'high' }] },
      { todos: [{ content: 'a', note: 'x' }] },
      { todos: [{ content: 'a' }, null] },
      { todos: '[{"content": "a"}, {"content": "b' },
      { todos: '[{"content": "a"}' },
      '{"todos": [{"content": "a"}]',
    ],
  },
  {
    names: ['todoread'],
    meant: [
      [{}, {}],
      ['', {}],
      [null, {}],
      ['null', {}],
      ['{}', {}],
      [{ input: {} }, {}],
      ['{"arguments": "{}"}', {}],
    ],
    refused: [{ todos: [] }, { random: 'x' }, '{', '[]'],
  },
  {
    names: ['find_tools'],
    meant: [
      ...named(['query', 'q', 'search', 'Query'], 'read', {}, { query: 'read' }),
      ...named(
        ['limit', 'max_results', 'maxResults', 'numResults', 'num_results'],
        '3',
        { query: 'read' },
        {
          query: 'read',
          limit: 3,
        },
      ),
      [{ query: 5, limit: null }, { query: '5' }],
    ],
    refused: [
      {},
      { query: '' },
      { query: ['a'] },
      { query: 'a', limit: 50 },
      { query: 'a', limit: 'few' },
      { qurey: 'a' },
    ],
  },
];

/** Calls of call_tool become those of the tool that they name. */
const DELEGATED: readonly (readonly [sent: unknown, args: Readonly<Record<string, unknown>>])[] = [
  [{ name: 'read_file', args: a }, a],
  [{ name: 'read', args: { file_path: 'a.txt' } }, a],
  [{ tool: 'read_file', arguments: a }, a],
  [{ tool_name: 'read_file', input: a }, a],
  [{ toolName: 'read_file', args: a }, a],
  [{ name: 'read_file', args: '{"path": "a.txt"}' }, a],
  [{ name: 'read_file', arguments: "{'path': 'a.txt'}" }, a],
  [
    { name: 'read_file', args: '{"file_path": "a.txt", "limit": "2"}' },
    { ...a, limit: 2 },
  ],
  [{ input: { name: 'read_file', args: a } }, a],
  [{ arguments: { name: 'read_file', arguments: { path: 'a.txt' } } }, a],
  [{ name: 'read_file', args: { input: a } }, a],
  ['{"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}', a],
];

const NOT_DELEGATED: readonly unknown[] = [
  {},
  { args: a },
  { name: 'read_file' },
  { name: 'read_file', args: null },
  { name: 'read_file', args: '{"path": "a.t' },
  { name: 'read_file', args: 'a.txt' },
  { name: 'read_file', args: ['a.txt'] },
  { name: 'read_file', args: { pth: 'a.txt' } },
  { name: 'raed_file', args: a },
  { name: 'call_tool', args: { name: 'read_file', args: a } },
  { name: 'read_file', path: 'a.txt' },
  { name: 'read_file', args: a, reason: 'x' },
];

export const builtIn: readonly Call[] = [
  ...TOOLS.flatMap(({ names, meant, refused }) =>
    names.flatMap(name => [
      ...meant.map(
        ([sent, args]): Call => ({
          kind: isPlain(sent, args) ? 'valid' : 'repaired',
          name,
          sent,
          want: { name: names[0] === 'search_files' ? 'grep' : names[0]!, args },
        }),
      ),
      ...refused.map((sent): Call => ({ kind: 'refused', name, sent })),
    ]),
  ),
  ...DELEGATED.map(
    ([sent, args]): Call => ({ kind: 'repaired', name: 'call_tool', sent, want: { name: 'read_file', args } }),
  ),
  ...NOT_DELEGATED.map((sent): Call => ({ kind: 'refused', name: 'call_tool', sent })),
];

function isPlain(sent: unknown, args: unknown): boolean {
  return JSON.stringify(sent) === JSON.stringify(args);
}
