/** The parts of a language's syntax tree that are definitions: tree-sitter queries that capture `name` and a kind. */
export interface Grammar {
  readonly grammar: string;
  readonly query: string;
  /** The query for the top of a file alone: a pattern that begins there costs something at each node below. */
  readonly topQuery: string;
}

/** Patterns for nodes whose `name` names them, from a text such as `class: NODE NODE; method: NODE`. */
const named = (text: string): string =>
  text
    .split(';')
    .map(group => group.trim().split(/:?\s+/))
    .flatMap(([kind, ...nodes]) => nodes.map(node => `(${node} name: (_) @name) @${kind}`))
    .join('\n');

const SCRIPT = `${named(`
  function: function_declaration generator_function_declaration; class: class_declaration; method: method_definition`)}
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(assignment_expression left: (member_expression property: (property_identifier) @name)
  right: [(function_expression) (arrow_function) (class)]) @function`;

const SCRIPT_TOP = `
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @constant)))
(program (_ (variable_declarator value: (object (pair key: (property_identifier) @name
  value: [(call_expression) (new_expression)]) @constant))))
(program (expression_statement (assignment_expression right: (object (pair key: (property_identifier) @name
  value: [(call_expression) (new_expression)]) @constant))))`;

const JAVASCRIPT = `${SCRIPT}
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method`;

const TYPESCRIPT = `${SCRIPT}
${named(`
  class: abstract_class_declaration; interface: interface_declaration; type: type_alias_declaration;
  enum: enum_declaration; function: function_signature; method: method_signature abstract_method_signature;
  module: internal_module`)}
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @constant))`;

const PYTHON = named('function: function_definition; class: class_definition');

const PYTHON_TOP = '(module (expression_statement (assignment left: (identifier) @name) @constant))';

const GO = `
(type_spec name: (_) @name type: (interface_type)) @interface
${named('function: function_declaration; method: method_declaration; type: type_spec')}`;

const GO_TOP = `
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @constant)))`;

const RUST = `${named(`
  function: function_item function_signature_item macro_definition; class: struct_item union_item; enum: enum_item;
  interface: trait_item; type: type_item; constant: const_item static_item`)}
(impl_item type: (_) @name) @impl
(mod_item name: (_) @name body: (_)) @module`;

const JAVA = `${named(`
  class: class_declaration record_declaration; interface: interface_declaration annotation_type_declaration;
  enum: enum_declaration; method: method_declaration constructor_declaration`)}
(field_declaration declarator: (variable_declarator name: (_) @name)) @constant`;

const CPP = `${named('module: namespace_definition; type: alias_declaration; function: preproc_function_def')}
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @class
(union_specifier name: (_) @name body: (_)) @class
(enum_specifier name: (_) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_def name: (_) @name value: (_)) @constant
(field_declaration declarator: (function_declarator declarator: (_) @name)) @method`;

const CPP_TOP = `
(translation_unit (declaration declarator: (function_declarator declarator: (identifier) @name)) @function)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @constant)`;

const C_SHARP = named(`
  class: class_declaration struct_declaration record_declaration; interface: interface_declaration;
  enum: enum_declaration; type: delegate_declaration; method: method_declaration constructor_declaration;
  constant: property_declaration; function: local_function_statement; module: namespace_declaration`);

const PHP = `${named(`
  function: function_definition; class: class_declaration trait_declaration; interface: interface_declaration;
  enum: enum_declaration; method: method_declaration`)}
(const_element (name) @name) @constant`;

const RUBY = `${named('method: method singleton_method; class: class; module: module')}
(assignment left: (constant) @name) @constant`;

const BASH = '(function_definition name: (_) @name) @function';
const POWERSHELL = '(function_statement (function_name) @name) @function';

const GRAMMARS: readonly (readonly [extensions: string, grammar: string, query: string, topQuery?: string])[] = [
  ['js jsx mjs cjs', 'javascript', JAVASCRIPT, SCRIPT_TOP],
  ['ts mts cts', 'typescript', TYPESCRIPT, SCRIPT_TOP],
  ['tsx', 'tsx', TYPESCRIPT, SCRIPT_TOP],
  ['py pyi pyw', 'python', PYTHON, PYTHON_TOP],
  ['go', 'go', GO, GO_TOP],
  ['rs', 'rust', RUST],
  ['java', 'java', JAVA],
  ['c h cc cpp cxx hh hpp hxx ipp inl', 'cpp', CPP, CPP_TOP],
  ['cs', 'c-sharp', C_SHARP],
  ['php', 'php', PHP],
  ['rb rake', 'ruby', RUBY],
  ['sh bash', 'bash', BASH],
  ['ps1 psm1', 'powershell', POWERSHELL],
];

const byExtension = new Map<string, Grammar>(
  GRAMMARS.flatMap(([extensions, grammar, query, topQuery = '']) =>
    extensions.split(' ').map(one => [one, { grammar, query, topQuery }]),
  ),
);

export const extensionOf = (path: string): string =>
  /\.([^./]+)$/.exec(path.slice(path.lastIndexOf('/') + 1))?.[1]?.toLowerCase() ?? '';

/** The grammar of a file; undefined for a file that is taken as plain text. */
export const grammarOf = (path: string): Grammar | undefined => byExtension.get(extensionOf(path));

/** The extensions of languages, by the names that people give them. */
const LANGUAGES = new Map(
  `typescript: ts mts cts tsx; javascript: js jsx mjs cjs; python: py pyi pyw; rust: rs; c: c h; c# csharp c-sharp: cs;
  c++ cpp: cc cpp cxx hh hpp hxx h ipp inl; ruby: rb rake; shell bash: sh bash; powershell: ps1 psm1; golang: go;
  markdown: md mdx markdown; yaml: yml yaml; kotlin: kt kts`
    .split(';')
    .flatMap(group => {
      const [names = '', extensions = ''] = group.trim().split(': ');
      return names.split(' ').map(name => [name, extensions.split(' ')] as const);
    }),
);

/** The extensions of a language's files; an unknown language is taken for an extension. */
export const extensionsOf = (language: string): readonly string[] => {
  const name = language.trim().toLowerCase().replace(/^\./, '');
  return LANGUAGES.get(name) ?? name.split(' ');
};
