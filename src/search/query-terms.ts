import { joined, splitIdentifier, stem } from './words.ts';

/** A word of a question, with others that may stand for it. */
export interface Term {
  readonly stem: string;
  /** As it was written, in small letters. */
  readonly part: string;
  /** From 0 to 1: how much it tells. */
  readonly weight: number;
  readonly others: readonly string[];
}

export interface Terms {
  readonly words: readonly Term[];
  /** Identifiers as they were written, each as a whole and in small letters. */
  readonly whole: readonly string[];
  /** The identifiers as written. */
  readonly exact: readonly string[];
  /** The question is nothing but a name. */
  readonly nameOnly: boolean;
}

const MAX_CHARS = 2_000;
const MAX_WORDS = 24;

const STOP = new Set(
  `a an the of in on at to for from by with into onto and or nor is are was were be been being am do does did done doing
  where what which who whom whose when why how that this these those it its there here can could should would will shall
  may might must have has had i we you they he she me my our your their them us please so as if then than also about want
  need needs let lets happen happens happening`.split(/\s+/),
);
/** They tell a little: in questions they stand for anything, in names for something. */
const WEAK = new Set(
  `code function functions method methods class classes file files get gets find finds show look use used uses using
  implement implemented implementation implements define defined definition defines place handled handles logic work works
  thing things way one ones two any some all each every no not without several particular certain specific specified given
  whole entire everything anything something another other same different later after before while until once during between
  whether only just own multiple various current currently again out off over under up down more most less first last
  symbol return returns returned make makes made take takes put set sets tell give gives like new old way ways kind kinds
  based according such own itself themselves called`.split(/\s+/),
);
const WEAK_WEIGHT = 0.35;

/** Words that people use for each other, stems made when loaded. */
const ALIKE = `create make new build construct instantiate generate
delete remove drop unlink erase clear discard destroy rm prune
get fetch retrieve obtain
read load
write save store persist dump
check validate verify test ensure assert
compute calculate determine
error exception failure fail
config configuration settings options preferences
parse decode deserialize
encode serialize stringify format
convert transform cast coerce turn
send emit dispatch publish post
find search lookup locate query
string str text
integer int
number num numeric
directory dir folder
argument arg parameter param input
authenticate auth authentication login
initialize init setup
message msg
request req
response res reply
copy clone duplicate
merge combine join concatenate concat stitch
repair fix mend correct
incomplete partial
audio sound speech voice
match fit valid
throw raise
split divide separate
compare equal equality cmp comparison
begin start launch
stop halt terminate
end finish complete
exist such found missing unknown
cancel abort
wait sleep delay
retry repeat attempt
callback handler hook listener
execute run invoke call
strip trim
temporary temp tmp
maximum max largest biggest
minimum min smallest
length len size count
random rand
environment env
previous prev
identifier id
document doc
value val
object obj
function func fn
property prop attribute attr field
expression expr
reference ref
index idx
source src
destination dest target
utility util
sort order
iterate loop traverse walk
replace substitute
extension suffix
quote escape
whitespace space
uppercase upper
lowercase lower
array list
dictionary dict map mapping
asynchronous async
synchronous sync
specification spec
average mean
command cmd
database db
synchronize sync
indent indentation
absolute abs
character char
pattern regex regexp
expire expiry expiration ttl
shorten truncate abbreviate
multiply product
tuple pair
optional nullable
describe description
child children subprocess
permission mode rights
decompress inflate uncompress
compress deflate
unicode utf
link symlink`;

const alike = new Map<string, Set<string>>();
for (const line of ALIKE.split('\n')) {
  const stems = line.split(' ').map(stem);
  for (const one of stems) {
    const others = alike.get(one) ?? new Set();
    for (const other of stems) if (other !== one) others.add(other);
    alike.set(one, others);
  }
}

/** What a question asks for. Whatever it holds, only words come out. */
export function toTerms(question: string): Terms {
  const text = question.slice(0, MAX_CHARS);
  const identifiers = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const parts = identifiers.flatMap(splitIdentifier);
  const telling = parts.filter(part => !STOP.has(part));
  const words = new Map<string, Term>();
  for (const part of telling.length > 0 ? telling : parts) {
    const own = stem(part);
    const weight = WEAK.has(part) ? WEAK_WEIGHT : 1;
    if (words.size >= MAX_WORDS || (words.get(own)?.weight ?? 0) >= weight) continue;
    words.set(own, { stem: own, part, weight, others: [] });
  }
  const named = identifiers.filter(looksLikeName);
  const nameOnly = identifiers.length > 0 && /^[\s`'"]*[\w$.:#/-]+(?:\(\))?[\s`'"]*$/.test(text);
  const exact = [...new Set(nameOnly ? identifiers : named)].slice(0, MAX_WORDS);
  return {
    words: [...words.values()].map(word => ({
      ...word,
      others: [...(alike.get(word.stem) ?? [])].filter(other => !words.has(other)),
    })),
    whole: [...new Set(exact.map(joined))],
    exact,
    nameOnly,
  };
}

/** `retryDelay`, `retry_delay`, `HTTPServer`, `MAX_SIZE`: what nobody writes in plain prose. */
const looksLikeName = (word: string): boolean =>
  word.length > 2 && (/[a-z\d][A-Z]/.test(word) || /[^_]_[^_]/.test(word) || /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(word));
