/** Endings of names by media type, for kinds that occur in workspaces. */
const ENDINGS: Readonly<Record<string, string>> = {
  'text/x-c': 'c h',
  'text/css': 'css',
  'text/csv': 'csv',
  'image/gif': 'gif',
  'text/x-go': 'go',
  'text/html': 'html',
  'text/x-java': 'java',
  'image/jpeg': 'jpeg jpg',
  'text/javascript': 'js jsx mjs',
  'application/json': 'json',
  'text/markdown': 'md',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'text/x-python': 'py',
  'text/x-rust': 'rs',
  'application/x-sh': 'sh',
  'application/sql': 'sql',
  'image/svg+xml': 'svg',
  'application/toml': 'toml',
  'text/typescript': 'ts tsx',
  'text/plain': 'txt',
  'application/wasm': 'wasm',
  'image/webp': 'webp',
  'application/xml': 'xml',
  'application/yaml': 'yaml yml',
  'application/zip': 'zip',
};

export function mediaTypeOf(path: string, otherwise: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.keys(ENDINGS).find(type => ENDINGS[type]!.split(' ').includes(ending)) ?? otherwise;
}
