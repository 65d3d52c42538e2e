const SECTION = /^diff --(?:git a\/.* b\/|cc |combined )(.*)$/;
/** A found line as searches print it: `path:text`, `path:12:text`, `HEAD:path:text`. */
const FOUND = /^((?:[\w~^./-]+:)?([^\s:]+):(?:\d+:)?)(.+)$/;

/** Takes the lines of secret files out of patches and search results: git keeps values that no file holds any more. */
export function hidePatches(text: string, isSecret: (path: string) => boolean): { text: string; found: number } {
  let found = 0;
  let secret = false;
  let body = false;
  const lines = text.split('\n').map(line => {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      secret = isSecret(section);
      body = false;
    } else if (line.startsWith('@@')) body = true;
    else if (!/^[-+ \\]/.test(line)) body = false;
    const [, head, path = ''] = FOUND.exec(line) ?? [];
    const hides = body && secret ? /^[-+ ]./.test(line) : head !== undefined && isSecret(path);
    if (!hides) return line;
    found++;
    return body && secret ? `${line[0]}***` : `${head}***`;
  });
  return found > 0 ? { text: lines.join('\n'), found } : { text, found };
}
