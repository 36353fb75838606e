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

/** Compares the headers that are part of the contract; what changes with the moment is left out of the comparison. */
export function headerDifferences(expected: Record<string, string>, actual: Record<string, string>): Difference[] {
  return compared.flatMap((name): Difference[] => {
    const [recorded, our] = [normal(expected[name]), normal(actual[name])];
    if (recorded === our) return [];
    return [{ at: `header:${name}`, expected: recorded ?? 'absent', actual: our ?? 'absent' }];
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
