/** A mail address; looked for where a word begins: from each letter on, a long word would cost its length squared. */
const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const URL_TEXT = /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'`)\]}]+/giu;
/** Endings that hosts have and files have not. */
const ENDINGS =
  'com|net|org|info|biz|io|ai|app|dev|xyz|site|online|shop|top|club|link|click|cloud|tech|store|live|me|tv|cc|co|us|uk|de|fr|ch|at|nl|eu|it|es|se|no|dk|fi|pl|cz|ru|ua|cn|jp|kr|in|br|au|ca|mx|za|ly|to|gg|sh|gl|onion|' +
  'academy|ae|agency|bank|be|bet|bid|blog|care|cash|cf|deals|digital|edu|ee|expert|finance|fm|fund|ga|gov|gq|gr|guru|help|hk|hosting|house|hr|hu|icu|ie|il|kz|land|law|legal|life|loan|lt|lu|lv|mil|mobi|money|news|ninja|nu|nz|pt|pw|rent|ro|sale|sg|sk|solutions|su|support|tel|tk|today|tr|travel|tw|vip|vn|website|world|wtf|' +
  'asia|cfd|cyou|fyi|immo|lat|lol|ltd|mba|mom|nyc|ooo|pro|sbs|wang';
/** Endings that are words of programs as well (`user.email`): they are a host's only where its name has a hyphen. */
const WORDY =
  'auction|autos|beauty|bond|business|buzz|capital|center|chat|city|codes|company|computer|consulting|cool|credit|delivery|direct|directory|earth|education|email|enterprises|estate|events|exchange|express|family|fans|fit|foundation|fun|gallery|games|global|group|guide|hair|health|homes|host|institute|insure|international|investments|jobs|management|market|marketing|media|monster|network|one|page|partners|party|photos|place|plus|press|productions|properties|quest|racing|report|rest|review|reviews|rocks|run|school|science|security|services|singles|social|software|solar|space|stream|studio|surf|systems|tax|team|technology|tips|tools|town|toys|trade|trading|training|university|ventures|video|watch|webcam|wiki|win|work|works|zone';
/** Names of hosts: with these endings they are written alone; with any ending where a path or a port follows. */
const HOST = new RegExp(
  String.raw`(?<![\p{L}\p{N}@._-])(?<!(?<!/)/)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:(?:${ENDINGS}|(?<=-[\p{L}\p{N}-]*\.)(?:${WORDY}))(?![\p{L}\p{N}-])|[a-z]{2,24}(?=/[\p{L}\p{N}?]|:\d{2,5}(?!\d)))(?:[/?][^\s<>"'` +
    '`' +
    String.raw`)\]}]*)?`,
  'giu',
);
const IP =
  /(?<![\p{L}\p{N}.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\p{L}\p{N}]|\.\d)(?:[:/][^\s<>"'`)\]}]*)?/gu;
/** An account number has digits; words that follow a flight's number have none. */
const hasDigits = (text: string): boolean => text.replace(/\D/g, '').length >= 8;
/** A group of letters alone, in an account number that is written in groups, is the code of a bank. */
const hasWord = (text: string): boolean => /[ ](?:[a-z]{1,3}|[a-z]{5,})(?![a-z0-9])/i.test(text);
const IBAN = /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ ./_-]?[a-z0-9]){10,30}(?![\p{L}\p{N}])/giu;
/** Long numbers, also in groups: accounts, cards, telephones. */
const NUMBER =
  /(?<![\p{L}\p{N}.])(?:\+?\(?\d(?:[ -]?\d|[ -]?\(\d|\)[ -]?\d){7,29}|\+?\d{2,}(?:[./]\d{2,}){2,8})(?![\p{L}\p{N}])/gu;
const WALLET =
  /(?<![\p{L}\p{N}])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{20,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})(?![\p{L}\p{N}])/gu;
/** A day, also with an hour; other numbers of as many digits are account numbers. */
const DATE =
  /^(?:19|20)\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?:[ t-]?(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?[0-5]\d)?)?)?$|^\d{1,2}([-./])\d{1,2}\1\d{4}$|^\d{4}([./])\d{1,2}\2\d{1,2}$/i;

/** The most characters of a text that are looked at, and the most addresses. */
const MOST = 200_000;
const MOST_FOUND = 200;
const NONE: readonly string[] = [];

/** Other full stops that browsers take, and dots and at signs that only people read: `evil[.]com`, `evil dot com`. */
const undisguised = (text: string): string =>
  text
    .replace(/[。｡]|\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?|(?<=[\p{L}\p{N}]) dot (?=[\p{L}\p{N}])/giu, '.')
    .replace(/\s?[[({]\s?(?:@|at)\s?[\])}]\s?/giu, '@');

/** A word or a short number, in which no address can be: most values of results and arguments. */
const PLAIN = /^(?:[A-Za-z_-]*|\w{0,7})$/;

/** Addresses in a text: URLs, hosts, mail addresses, account numbers. */
export function findAddresses(text: string): readonly string[] {
  if (PLAIN.test(text)) return NONE;
  const plain = undisguised(
    text
      .slice(0, MOST)
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{Variation_Selector}]/gu, ''),
  );
  const found = new Set<string>();
  let rest = plain;
  for (const kind of [URL_TEXT, MAIL, HOST, IP, IBAN, WALLET, NUMBER]) {
    rest = rest.replace(kind, match => {
      if ((kind === IBAN || kind === NUMBER) && !hasDigits(match)) return match;
      if (kind === IBAN && hasWord(match)) return match;
      const address = match.replace(/[.,;:!?]+$/, '');
      if (!DATE.test(address) && found.size < MOST_FOUND) found.add(address);
      return ' ';
    });
  }
  return [...found];
}

/** Whether a part of an address has letters of two scripts that look alike: `orbita` with a Cyrillic `o`. */
export const mixesScripts = (address: string): boolean =>
  address
    .normalize('NFKC')
    .split(/[@./:]/)
    .some(
      part => /\p{Script=Latin}/u.test(part) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(part),
    );

/** Whether a text may hold more addresses than are looked for in it. */
export const mayHoldMore = (text: string): boolean =>
  text.length > MOST || (text.length > 4 * MOST_FOUND && findAddresses(text).length >= MOST_FOUND);

export const isAddress = (text: string): boolean => findAddresses(text).some(address => address === text.trim());
