// The private words: words that this repository does not use, each with the words to use instead. check-words.mjs reads this list.
// Names are split into their words first: `recordFact`, `fact_id` and "fact" all contain the word `fact`.

/** Words and phrases, in lower case, as the source of a regular expression that matches whole words. */
export const PRIVATE_WORDS = [
  ['facts?', 'outbox event'],
  ['bells?|rings?|ringing|rang|rung', 'wake-up job, notify'],
  ['tells?|telling|told', 'publish, notify, deliver, report, show'],
  ['questions?(?! marks?)|asking', 'request, query'],
  ['short ways?|detours?|hand(?:s|ed|ing)? over|handover', 'the name of the step itself'],
  ['whoever|whomever', 'the client, the user, the caller'],
  [
    'somebodys?|someones?|anybodys?|everybodys?|everyones?|nobodys?|no one',
    'the client, the user, no user, every client',
  ],
  ['right of way', 'priority gate'],
  ['shipments?', 'delivery batch'],
  ['shared looks?|a look', 'cached snapshot, a poll'],
  ['endpoint news', 'endpoint change'],
  ['verbs', 'operations, service methods'],
  ['walls', 'local times'],
  ['footprints?', 'time index'],
  ['whole lists', 'streamed lists'],
  ['stand ins', 'fakes'],
  ['staged', 'fixture'],
  ['a text(?! (?:search|column|field|file|part)s?\\b)', 'a string'],
  ['for good', 'permanently'],
  ['once in a while', 'the interval itself'],
  ['stay(?:s|ed|ing)? at home', 'are not exported'],
  ['those who|one who', 'the noun itself: users, clients'],
];

/** Patterns of names in code. Unlike the words above, they match names that are not split. */
export const PRIVATE_NAMES = [
  [/\ban?(?:Second|Minute|Hour|Day|Week|Month|Year)\b/g, 'the unit: YEAR_IN_SECONDS'],
  [/\bAN?_(?:SECOND|MINUTE|HOUR|DAY|WEEK|MONTH|YEAR)\b/g, 'the unit: YEAR_IN_SECONDS'],
  [/\b(?:[Ss]tand-in|\w*[Ss]tandIn)s?\b/g, 'fake'],
  [/\b\w*[a-z]Answers?\b|\b\w*Answer[A-Z]\w*/g, '…Response, …Result, …View'],
  // Names of types such as `Answers`; not a comment that begins with "Answers …".
  [/\b(?:Answers?|Made)(?=[<>;(){},[\]]| [={|&])/g, 'a noun: CachedResponse'],
  [
    /\b\w*[a-z](?:Whose|Whom|Which|What|Who|Them|They|Another|Elses?|Said|Says)(?:[A-Z]\w*)?\b/g,
    'a noun phrase or a verb phrase, not a sentence',
  ],
];

/** Strings that may contain private words: columns of the database, a user of the operating system, messages of Ghost. */
export const ALLOWED_NAMES = [
  'fact_id',
  'footprint_weekdays',
  'footprint_months',
  'footprint_month_days',
  'footprint_hours',
  'nobody:nogroup',
  'Someone else is editing this post',
];

/** Files that may contain private words. */
export const ALLOWED_FILES = [
  // Migrations are append-only.
  /^libs\/entities\/src\/migrations\//,
  // This list and its test.
  /^tools\/lint\/private-words\.mjs$/,
  /^tools\/src\/lint\/words\.spec\.ts$/,
  // Articles of the sample site, which are ordinary prose.
  /^tools\/src\/seed\/content\//,
  // Generated, recorded or copied from elsewhere.
  /^libs\/recurrence\/src\/generated\//,
  /^pnpm-lock\.yaml$/,
  /\/(?:exports|goldens|vectors|zone-data|openapi)\/.*\.json$/,
];
