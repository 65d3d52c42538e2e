/** Media types by the ending of a name, for kinds that occur in workspaces. */
const BY_ENDING: Readonly<Record<string, string>> = {
  c: 'text/x-c',
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  go: 'text/x-go',
  h: 'text/x-c',
  html: 'text/html',
  java: 'text/x-java',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  jsx: 'text/javascript',
  md: 'text/markdown',
  mjs: 'text/javascript',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  py: 'text/x-python',
  rs: 'text/x-rust',
  sh: 'application/x-sh',
  sql: 'application/sql',
  svg: 'image/svg+xml',
  toml: 'application/toml',
  ts: 'text/typescript',
  tsx: 'text/typescript',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
};

export function mediaTypeOf(path: string, otherwise: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending]! : otherwise;
}
