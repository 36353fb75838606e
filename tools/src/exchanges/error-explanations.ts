import { type Explanation, isAdded, isAt, isContentApi, recordedError } from './explanation';

/** Differences of error responses, in both APIs. */
export const errorExplanations: readonly Explanation[] = [
  {
    reason: '`help` says what a valid request looks like.',
    explains: (difference) => difference.expected === 'null' && isAt(/^errors\[\]\.help$/)(difference),
  },
  {
    reason: 'Ghost names a variable it could not resolve (`undefined.id`); Almanac names the field.',
    explains: (difference, exchange) =>
      isAt(/^errors\[\]\.context$/)(difference) &&
      /(^| )undefined\.\w+$/.test(String(recordedError(exchange, 'context'))),
  },
  {
    reason: '`context` says what a valid request looks like.',
    explains: (difference, exchange) =>
      isContentApi(exchange) && isAdded(difference) && isAt(/^errors\[\]\.context$/)(difference),
  },
  {
    reason: 'Error codes of the database are not sent to clients.',
    explains: (difference, exchange) =>
      isAt(/^errors\[\]\.code$/)(difference) && /^ER_/.test(String(recordedError(exchange, 'code'))),
  },
  {
    reason: 'JSON that cannot be parsed is a BadRequestError.',
    names: /bad-json/,
    explains: isAt(/errors\[\]\.type$/),
  },
];
