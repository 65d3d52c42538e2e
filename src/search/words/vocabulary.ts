import { stem } from './words.ts';

/** Groups of words that people use for each other. Their stems are made when this file is loaded. */
const ALIKE = `create make new build construct instantiate generate; delete remove drop unlink erase clear discard destroy rm
  prune; get fetch retrieve obtain; read load; write save store persist dump; check validate verify test ensure
  assert; compute calculate determine; error err exception failure fail; config configuration settings options
  preferences; parse decode deserialize; encode serialize stringify format; convert transform cast coerce turn; send
  emit dispatch publish post; find search lookup locate query; string str text; integer int; number num numeric;
  argument arg parameter param input; authenticate auth authentication login; initialize init setup; message msg;
  request req; response res reply; copy clone duplicate; merge combine join concatenate concat stitch unite; repair
  fix mend correct; incomplete partial; audio sound speech voice; match fit valid; throw raise; split divide separate;
  compare equal equality cmp comparison; begin start launch; stop halt terminate; end finish complete; exist such
  found missing unknown; cancel abort; wait sleep delay; retry repeat attempt; callback handler hook listener; execute
  run invoke call; strip trim; temporary temp tmp; maximum max largest biggest; minimum min smallest; length len size
  count; random rand; environment env; previous prev; identifier id; document doc; value val; object obj; function
  func fn; property prop attribute attr field; expression expr; reference ref; index idx; source src; destination dest
  target; utility util; sort order; iterate loop traverse walk; replace substitute; extension suffix; quote escape;
  whitespace space; uppercase upper; lowercase lower; array list; dictionary dict map mapping; asynchronous async;
  synchronous sync; specification spec; average mean; command cmd; database db; synchronize sync; indent indentation;
  absolute abs; character char; pattern regex regexp; expire expiry expiration ttl; shorten truncate abbreviate;
  multiply product; tuple pair; optional nullable; describe description; child children subprocess; permission mode
  rights; decompress inflate uncompress; compress deflate; unicode utf; link symlink; register registry registration;
  change modify update edit alter; show display print output; append add push insert; open connect dial; close
  shutdown disconnect; url uri; subtract minus difference; sum total plus; concurrent parallel simultaneous; limit
  bound cap restrict throttle; unique distinct dedupe deduplicate; group partition bucket; chunk batch; enable
  activate allow permit; disable deactivate forbid deny; elapsed duration; timestamp epoch; notify observe subscribe
  watch; schedule defer enqueue; thread worker; process subprocess; log logger logging; password secret credential;
  encrypt cipher; decrypt decipher; hash digest checksum; download fetch; middleware interceptor plugin; mock stub
  fake; default fallback; empty blank; wrap decorate; clean sanitize normalize; reverse invert; interval period;
  timeout deadline; contain include; skip ignore omit exclude; pick select choose; version release; redirect forward;
  nested recursive deep; shared common; hidden private internal; unused idle; boolean bool; directory dir folder tree;
  administrator admin; application app; repository repo; package pkg; connection conn; context ctx; address addr;
  buffer buf; pointer ptr; package module`;

export const alike: ReadonlyMap<string, ReadonlySet<string>> = toAlike();

function toAlike(): Map<string, Set<string>> {
  const alike = new Map<string, Set<string>>();
  for (const group of ALIKE.split(';')) {
    const stems = group.trim().split(/\s+/).map(stem);
    for (const one of stems) {
      const others = alike.get(one) ?? new Set();
      for (const other of stems) if (other !== one) others.add(other);
      alike.set(one, others);
    }
  }
  return alike;
}

/** Verbs that people use for a function: how its name may begin. These beginnings are too common to count elsewhere. */
const BEGINNINGS = `parse decode read create make build construct: from of
convert transform turn cast format serialize stringify render export represent: to as
whether check test verify validate determine report tell: is has can should are
register listen handle react: on
change assign update replace configure: set with
obtain retrieve return compute: get
remove undo: un de`;

export const OPENING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  BEGINNINGS.split('\n').flatMap(line => {
    const [said = '', names = ''] = line.split(': ');
    const opening = new Set(names.split(' '));
    return said.split(' ').map(word => [stem(word), opening] as const);
  }),
);
