import { instantMatrix } from './instants';

describe('the matrix of instants', () => {
  const matrix = instantMatrix();
  const inZone = (zone: string): string[] => matrix.filter((written) => written.zone === zone).map(({ text }) => text);

  it('contains the skipped and the repeated hour of New York', () => {
    expect(inZone('America/New_York')).toEqual(
      expect.arrayContaining([
        '2025-03-09T01:59:59.000-05:00',
        '2025-03-09T03:00:00.000-04:00',
        '2025-11-02T01:30:00.000-04:00',
        '2025-11-02T01:30:00.000-05:00',
      ]),
    );
  });

  it('contains the half-hour change of Lord Howe and the leap day of every zone', () => {
    expect(inZone('Australia/Lord_Howe')).toContain('2025-10-05T02:30:00.000+11:00');
    expect(new Set(matrix.filter(({ text }) => text.startsWith('2024-02-29T12')).map(({ zone }) => zone)).size).toBe(8);
  });

  it('writes each instant so that parsing returns the same instant', () => {
    expect(matrix.map(({ text }) => Date.parse(text))).toEqual(matrix.map(({ ms }) => ms));
  });
});
