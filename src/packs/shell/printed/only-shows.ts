/** Programs that print text from elsewhere: a model asks for just that text. */
const SHOWS =
  /^(?:cat|tac|nl|head|tail|less|more|sed|awk|grep|rg|ag|ls|find|fd|tree|jq|yq|diff|cut|sort|column|xxd|hexdump|strings|bat|echo|printf|git (?:-\S+ )*(?:diff|show|log|blame|grep|status|ls-files|cat-file))\b/;

/** Steps that a shell may take first, without printing anything. */
const BEFORE = /^(?:\s|cd [^&;|\n]*(?:&&|;|\n)|[A-Z_]+=\S* )+/;

/** A log is long and says little, wherever it is printed from. */
const LOG = /\.log\b|\blogs?\//;

/** Whether a command prints text that a model wants to read as it is, by the command's text, and only for looks. */
export const onlyShows = (command: string): boolean => {
  const text = command.slice(0, 2_000).replace(BEFORE, '');
  return SHOWS.test(text) && !LOG.test(text);
};
