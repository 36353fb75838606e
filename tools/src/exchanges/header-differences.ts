import type { Difference } from './differences';

const compared = [
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

/** Compares the headers that are part of the contract. Etags, uuids and dates inside them only have to have the same form. */
export function headerDifferences(recorded: Record<string, string>, actual: Record<string, string>): Difference[] {
  return compared.flatMap((name): Difference[] => {
    const [expected, received] = [normal(recorded[name]), normal(actual[name])];
    if (expected === received) return [];
    return [{ at: `header:${name}`, expected: expected ?? 'absent', actual: received ?? 'absent' }];
  });
}

function normal(value: string | undefined): string | undefined {
  return value
    ?.replace(/^W\/".*"$/, '<weak>')
    .replace(/^".*"$/, '<strong>')
    .replace(/[a-f\d]{8}(?:-[a-f\d]{4}){3}-[a-f\d]{12}/g, '<uuid>')
    .replace(/\d{4}(?:-\d\d){2,5}/g, '<date>')
    .replaceAll(' ', '');
}
