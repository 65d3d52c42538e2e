import { FILE_NAMES, named, type ToolCases, written } from './tool-cases.ts';

/** Tools for what was changed, what is to do, and which tools there are. */
export const sessionTools: readonly ToolCases[] = [
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
