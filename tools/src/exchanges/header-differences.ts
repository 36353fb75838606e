import type { Difference } from './differences';

/** The headers that are part of the contract. */
const comparedHeaders = [
  'content-type',
  'location',
  'allow',
  'cache-control',
  'x-cache-invalidate',
  'content-disposition',
  'etag',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
] as const;

/** Compares the headers that are part of the contract. Of ETags, uuids and dates in them, only the form has to be equal. */
export function headerDifferences(recorded: Record<string, string>, actual: Record<string, string>): Difference[] {
  return comparedHeaders.flatMap((name): Difference[] => {
    const [expected, received] = [normalize(recorded[name]), normalize(actual[name])];
    if (expected === received) return [];
    return [{ at: `header:${name}`, expected: expected ?? 'absent', actual: received ?? 'absent' }];
  });
}

/** Replaces ETags, uuids and dates by placeholders, and removes spaces. */
function normalize(value: string | undefined): string | undefined {
  return value
    ?.replace(/^W\/".*"$/, '<weak>')
    .replace(/^".*"$/, '<strong>')
    .replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}/g, '<uuid>')
    .replace(/\d{4}(?:-\d\d){2,5}/g, '<date>')
    .replaceAll(' ', '');
}
