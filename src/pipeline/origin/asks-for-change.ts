/** Words by which people ask for a change, as far as words tell: too many ask a person too little, never too much. */
const DEEDS = words(`
  add adjust allow answer append apologise apologize apply approve archive arrange ask assign attach ban become begin
  bill block book bring comment test try reproduce build buy cancel change charge clean clear close commit complete compose confirm convert
  copy correct create cut deactivate decline decrease delay delete deliver deploy deposit disable donate
  double download draft drop edit email enable encourage enrol enroll enter exchange execute extend file fill finish fix
  flag follow forward generate go grant greet handle hire hold implement import include increase inform initiate insert
  install introduce invite join keep kick label launch leave like link lock log lower mail make manage mark
  merge message mention migrate modify move mute name negotiate nominate note notify offer open order organise organize
  paste pay perform pin plan play post postpone prepare print process produce propose publish purchase push put raise
  rate react rebook record redeem reduce refactor refund register reject release remind remove rename renew rent
  repeat replace reply report request reschedule reserve reset resolve respond restart restore return revoke
  run save schedule send set settle share sign solve spend split star start stop store submit subscribe suggest swap switch sync
  tag take text thank tip transfer translate trash triage trim trigger turn tweet unblock uninstall unlock unsubscribe
  update upgrade upload use warn welcome wire withdraw write reach contact complain review accept
`);
/** Words of consent: they too mean that the work is to go on. */
const CONSENT = words('yes yeah yep ok okay sure agreed continue proceed ahead todo todos todolist task tasks');
/** Words after which a word is a thing and no deed (the post, my order, of mail), or is not to be done. */
const NO_DEED_AFTER = words(`
  the a an my your his her its our their this that these those all any each every no new last latest recent unread
  not don't never without first second third next sent received of in on from by about some many much which what whose and's current open
`);
/** The beginning of a sentence that asks for an answer; `do` begins a wish as well. */
const QUESTION =
  /^(?:(?:and|but|so|then|now|also) )?(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|does|did|has|have|had|am|do)\b/;
/** Words for what is to be done, a form that an answer does not have, or somebody else who gets something. */
const MORE =
  /\bdo (?:what|all|the|it|so|this|that|these|those|as|everything|them|my|his|her|their)\b|\binto\b|\bin an? (?:new )?(?:e-?mail|message|note|file|issue|comment|post|document|event)\b|\brecommend\b.{0,200}? to (?!me\b|us\b)/;
/** Words for telling the user something, or letting them know: that changes nothing. */
const TO_ME =
  /\b(?:tell|give|show|read|get|find|fetch|bring|list|explain|summari[sz]e|let) (?:me|us)\b|\breport (?:back|to me)\b/g;
/** Words that ask for an answer, beside a question. */
const LOOK = words(`
  summarise summarize read show recommend fetch list find check look count compare search explain describe get give tell see review
`);
/** Words of English, and of hardly another language: a text in another language is not understood here. */
const ENGLISH = words('the what which who when where how and with from does that this there');
/** Words that some other languages have too: a text must have two of these to count as English. */
const OFTEN = words("am i my are did to on has have was any anyone for what's");
const QUOTED = /(?<!\p{L})(['"`])[^'"`]{0,200}\1(?!\p{L})/gu;
const WANTED =
  /\b(?:i|we)(?:'d| would| want| need)(?: like)?(?! to (?:know|see|understand|find|check|look|hear|learn|read)\b| (?:an? |the )?(?:summary|overview|list|information|info|details|idea)\b)/;
/** The longest text whose words are looked at. */
const LONGEST = 20_000;

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}']+/gu) ?? [];

/** Whether what a user said may ask for more than an answer; a text that is not understood here does. */
export const asksForChange = (said: readonly string[]): boolean => said.length === 0 || !said.every(asksForAnswer);

function asksForAnswer(text: string): boolean {
  if (text.length > LONGEST || !isEnglish(text)) return false;
  const sentences = text.split(/(?<=[.!?;])\s/u);
  return sentences.some(isLook) && !sentences.some(hasDeed);
}

function isEnglish(text: string): boolean {
  const all = wordsOf(text.replace(QUOTED, ' '));
  return all.some(word => ENGLISH.has(word) || LOOK.has(word)) || new Set(all.filter(word => OFTEN.has(word))).size > 1;
}

const isQuestion = (sentence: string): boolean =>
  QUESTION.test(sentence) && (sentence.endsWith('?') || !sentence.startsWith('do '));

const isLook = (sentence: string): boolean => isQuestion(sentence) || wordsOf(sentence).some(word => LOOK.has(word));

function hasDeed(sentence: string): boolean {
  // A question may end in a wish: "who wrote to me, and answer them".
  const asked = isQuestion(sentence) ? sentence.replace(/^.*?(?:,|\b(?:and|then|please)\b)|^.*$/u, '') : sentence;
  if (WANTED.test(asked) || MORE.test(asked)) return true;
  const all = wordsOf(asked.replace(TO_ME, ' '));
  return all.some((word, at) => {
    if (CONSENT.has(word) || /^(?:tell|let|give)$/.test(word)) return true;
    return DEEDS.has(word) && !NO_DEED_AFTER.has(all[at - 1] ?? '');
  });
}
