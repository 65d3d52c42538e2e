/** Words in names that nobody sets apart from each other: `copytree`, `getsource`, `readline`. */
const WORDS = new Set(
  `abort abs absolute access account action active add addr address after agent alias align alive all alloc alpha any api
  app append apply archive area arg args array assert assign async atom attach attr attribute auth auto await back base
  basic batch before begin bind bit bits block body book bool bound box branch break bridge bucket buf buffer build bulk
  bundle button byte bytes cache call callback can cancel canvas card cart case cast cell chain change channel char chars
  check child chunk circle class clean clear client clone close cloud cluster code codec collect color column command
  comment commit common compact compare compile complete compress config connect console const constant contain container
  content context control convert cookie copy core count cpu create cross current cursor custom cut cycle data database
  date datetime day debug decode decl declare decorator default define delay delete deny depth desc description dest detach
  detail device diff digest dir direct directory dirs dirty disable disk dispatch display div dns doc document domain done
  dot down download draw drive drop dump dup duration each edge edit element email embed empty enable encode end engine
  entity entry enum env equal err error escape eval event exact except exception exchange exec execute exist exists exit
  expand expect expire export expr extend extension extra extract fail false fast feature fetch field file filename files
  fill filter final find finish first fit fix flag flat float flow flush folder font foot for force foreign fork form format
  forward frame free from front full func function future gen generate get getter glob global grammar graph grid group grow
  guard gzip hand handle handler hard has hash head header heap height help hex hide hint history hook host hour html http
  https icon idle image import indent index info init inject inline inner input insert inspect install instance int integer
  interface internal into invalid invoke item items iter iterator job join json jump keep kernel key keyboard keys keyword
  kill kind label lang language large last layer layout lazy leaf left len length less level lex lib library life like limit
  line lines link links list listen literal live load loader local locale locate lock log logger login long look loop lower
  machine macro mail main make manager map margin mark mask master match matrix max maximum mean member memory menu merge
  message meta method mime min mini minimum minus mirror miss mix mock mod mode model modify module monitor month more mount
  mouse move msg multi mutable mutex name names native near nest net network new next node none normal not note notify null
  num number object off offset old once one open option options order origin out outer output over overlap overlay owner pack
  package packet pad page pair panel param params parent parse parser part partial parts pass password patch path pattern
  pause pay peek pending permission pick pid pin ping pipe pixel place plain plan platform play plugin plus point pool pop
  popen port position post power prefix prepare press prev previous print private probe process product profile program
  progress project promise prompt prop proto protocol provide proxy public pull pulse push put query queue quick quit quote
  race random range rank rate raw read reader ready real record recursive red reduce ref reference reflect refresh regex
  region register reject relation release reload remote remove rename render repeat replace reply report repr request require
  reserve reset resize resolve resource response rest restore result resume retry return reverse rewind rewrite right role
  roll root rotate round route row rows rule rules run safe sample save scale scan schedule schema scope score screen script
  scroll search second section secure seek segment select self semi send sep sequence serial series server service session
  set setter setup shadow shape share shared sheet shell shift short show shut shutdown sign signal signature simple single
  site size skip sleep slice slot slow small smart socket soft sort source space span spawn spec split stack stage standard
  start stat state static stats status step stop storage store str stream strict string strip struct style sub submit subset
  success suffix sum super swap switch symbol symlink sync syntax sys system tab table tag tail take target task temp template
  term terminal test text theme thread throw tick time timeout timer title tls token toggle tool top topic total trace track
  traffic transform translate trap tree trigger trim true trust try tuple turn tuple type types unary under undo union unique
  unit universal unlink unlock unpack unquote until update upgrade upload upper uri url usage use user utc util valid validate
  value values var vector verify version view virtual visible visit void volume wait walk warn warning watch wave way web week
  weight when white width wild window with word words work worker wrap wrapper write writer xml year yield zero zip zone`
    .split(/\s+/)
    .filter(Boolean),
);
const SHORT = new Set(['rm', 'mk', 'is', 'to', 'un', 're', 'by', 'id', 'ip', 'db', 'io', 'on', 'in', 'of', 'no']);
const LONGEST = 11;

/** The words of a name that is written as one word; empty where a piece of it is no known word. */
export function splitCompound(name: string): readonly string[] {
  if (name.length < 5 || name.length > 30 || WORDS.has(name)) return [];
  const found = cut(name, 0, new Set());
  return found && found.length > 1 && found.length < 5 ? found : [];
}

/** Cuts a name into words, the longest first; a place that leads nowhere is tried once. */
function cut(name: string, from: number, dead: Set<number>): string[] | undefined {
  if (from === name.length) return [];
  if (dead.has(from)) return undefined;
  for (let end = Math.min(name.length, from + LONGEST); end >= from + 2; end--) {
    const word = name.slice(from, end);
    if (!(WORDS.has(word) || (end - from === 2 && SHORT.has(word)))) continue;
    const rest = cut(name, end, dead);
    if (rest) return [word, ...rest];
  }
  dead.add(from);
  return undefined;
}
