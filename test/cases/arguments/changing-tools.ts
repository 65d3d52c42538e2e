import { FILE_NAMES, named, type ToolCases, written } from './tool-cases.ts';

const CONTENTS = ['true', '[1]', '  x  ', '{"path":"b.txt"}', 'null', '', '\ufeffa\r\n', '```\na\n```', 'a\\nb', '5'];

const PATCH = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** End Patch\n';

const a = { path: 'a.txt' };
const oldNew = { path: 'a.txt', old_text: 'alpha', new_text: ' beta ' };
const edit = { old_text: 'alpha', new_text: 'beta' };

/** Tools that change files. */
export const changingTools: readonly ToolCases[] = [
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
];
