import { type Explanation, isAdded, isAt, isContentApi, recordedError } from './explanation';

/** Deliberate differences of error responses in both APIs. */
export const errorExplanations: readonly Explanation[] = [
  {
    reason: '`help` describes a valid request.',
    explains: (difference) => difference.expected === 'null' && isAt(/^errors\[\]\.help$/)(difference),
  },
  {
    reason: 'Ghost names a variable that it could not resolve (`undefined.id`); Almanac names the field.',
    explains: (difference, exchange) =>
      isAt(/^errors\[\]\.context$/)(difference) &&
      /(^| )undefined\.\w+$/.test(String(recordedError(exchange, 'context'))),
  },
  {
    reason: '`context` describes a valid request.',
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
