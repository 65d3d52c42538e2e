type RankedTool = { readonly name: string; readonly description: string };

const K = 1.2;
const B = 0.5;

/** Tools ranked by how well they fit a few words. A tool whose name was given comes first, whatever its name is. */
export function rankTools<T extends RankedTool>(query: string, tools: readonly T[], limit: number): T[] {
  const name = query.trim().toLowerCase();
  const named = tools.filter(tool => tool.name.toLowerCase() === name);
  return [...named, ...rankByWords(query, tools).filter(tool => !named.includes(tool))].slice(0, limit);
}

/** Tools ranked by their names and descriptions (BM25; a word in the name counts more). */
function rankByWords<T extends RankedTool>(query: string, tools: readonly T[]): T[] {
  const wanted = [...new Set(words(query))];
  if (wanted.length === 0) return [];
  const documents = tools.map(tool => ({
    tool,
    name: words(tool.name),
    all: [...words(tool.name), ...words(tool.description)],
  }));
  const average = documents.reduce((sum, { all }) => sum + all.length, 0) / Math.max(1, documents.length);
  const rarity = new Map(
    wanted.map(word => {
      const having = documents.filter(({ all }) => all.some(other => same(word, other))).length;
      return [word, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))];
    }),
  );
  return documents
    .map(({ tool, name, all }) => {
      let score = 0;
      for (const word of wanted) {
        const count =
          all.filter(other => same(word, other)).length + 2 * name.filter(other => same(word, other)).length;
        if (count === 0) continue;
        score += ((rarity.get(word) ?? 0) * count * (K + 1)) / (count + K * (1 - B + (B * all.length) / average));
      }
      return { tool, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ tool }) => tool);
}

/** The words of a text in lower case; camelCase and separators split. A letter alone says nothing, a digit does. */
const words = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 1 || /\p{N}/u.test(word));

/** Whether two words are equal, or one begins with the other and little is left: search, searches, searching. */
function same(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3;
}
