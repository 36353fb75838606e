import { compileZone } from './compile';
import { isTzFile, parseTzFile } from './tzif';

interface Kind {
  offset: number;
  isDaylight: boolean;
  abbreviation: string;
}

const STANDARD: Kind = { offset: 3600, isDaylight: false, abbreviation: 'CET' };
const SUMMER: Kind = { offset: 7200, isDaylight: true, abbreviation: 'CEST' };

function header(counts: number[]): Buffer {
  const bytes = Buffer.alloc(44);
  bytes.write('TZif2', 'latin1');
  for (const [i, count] of counts.entries()) bytes.writeUInt32BE(count, 20 + i * 4);
  return bytes;
}

/** A TZif file of version 2 with an empty legacy block (RFC 9636 §3). */
function tzFile(kinds: Kind[], transitions: [at: number, kind: number][], footer: string): Buffer {
  const names = kinds.map(({ abbreviation }) => `${abbreviation}\0`);
  const times = Buffer.alloc(transitions.length * 8);
  for (const [i, [at]] of transitions.entries()) times.writeBigInt64BE(BigInt(at), i * 8);
  const records = kinds.map(({ offset, isDaylight }, i) => {
    const record = Buffer.alloc(6);
    record.writeInt32BE(offset);
    record.writeUInt8(isDaylight ? 1 : 0, 4);
    record.writeUInt8(names.slice(0, i).join('').length, 5);
    return record;
  });
  const order = Buffer.from(transitions.map(([, kind]) => kind));
  const counts = [0, 0, 0, transitions.length, kinds.length, names.join('').length];
  const body = [times, order, ...records, Buffer.from(names.join(''), 'latin1')];
  return Buffer.concat([header([0, 0, 0, 0, 0, 0]), header(counts), ...body, Buffer.from(`\n${footer}\n`)]);
}

const spring = (year: number) => Date.UTC(year, 2, year === 2024 ? 31 : 30, 1) / 1000;
const autumn = (year: number) => Date.UTC(year, 9, year === 2024 ? 27 : 26, 1) / 1000;

describe('a zone file', () => {
  it('is recognized by its magic', () => {
    expect(isTzFile(tzFile([STANDARD], [], 'CET-1'))).toBe(true);
    expect(isTzFile(Buffer.from('# tz zone descriptions'))).toBe(false);
  });

  it('is read: initial kind, transitions, footer', () => {
    const file = parseTzFile(
      tzFile(
        [STANDARD, SUMMER],
        [
          [-100, 1],
          [spring(2025), 0],
        ],
        'CET-1',
      ),
    );
    expect(file).toEqual({
      initial: STANDARD,
      transitions: [
        { ...SUMMER, at: -100 },
        { ...STANDARD, at: spring(2025) },
      ],
      footer: 'CET-1',
    });
  });
});

describe('the compiled line', () => {
  const footer = 'CET-1CEST,M3.5.0,M10.5.0/3';

  it('ends with the first transition that the footer gives', () => {
    const changes: [number, number][] = [
      [1000, 1],
      [2000, 0],
      [spring(2024), 1],
      [autumn(2024), 0],
      [spring(2025), 1],
      [autumn(2025), 0],
    ];
    const line = compileZone(parseTzFile(tzFile([STANDARD, SUMMER], changes, footer)));
    const deltas = [1000, 1000, spring(2024) - 2000].map((delta) => delta.toString(36));
    expect(line).toBe(`3600 0 CET,7200 1 CEST|101|${deltas.join(' ')}|${footer}`);
  });

  it('leaves out transitions that change nothing', () => {
    const line = compileZone(
      parseTzFile(
        tzFile(
          [STANDARD],
          [
            [5, 0],
            [6, 0],
          ],
          'CET-1',
        ),
      ),
    );
    expect(line).toBe('3600 0 CET|||CET-1');
  });
});
