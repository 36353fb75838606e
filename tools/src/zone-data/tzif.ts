/** A local time type of a TZif file (RFC 9636). */
export interface LocalTimeKind {
  /** Seconds east of UTC. */
  offset: number;
  isDaylight: boolean;
  abbreviation: string;
}

/** The content of a TZif file. */
export interface TzFile {
  /** The local time before the first transition. */
  initial: LocalTimeKind;
  /** `at`: seconds since 1970. */
  transitions: (LocalTimeKind & { at: number })[];
  /** The POSIX TZ string for the time after the last transition. */
  footer: string;
}

/** The counts in the header of a block, in their order: of elements, and of bytes for `characters`. */
interface Counts {
  isUt: number;
  isStandard: number;
  leap: number;
  times: number;
  kinds: number;
  characters: number;
}

const HEADER_LENGTH = 44;

/** Whether the bytes are a TZif file of version 2 or later, with 64-bit times and a footer. */
export function isTzFile(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === 'TZif' && (bytes[4] ?? 0) >= 0x32;
}

/** Parses the block with 64-bit times and the footer of a TZif file (RFC 9636, section 3). @throws Error when it has no local time type */
export function parseTzFile(bytes: Buffer): TzFile {
  const legacy = countsAt(bytes, 0);
  const start = HEADER_LENGTH + blockLength(legacy, 4);
  const counts = countsAt(bytes, start);
  const times = start + HEADER_LENGTH;
  const order = times + counts.times * 8;
  const kindsAt = order + counts.times;
  const charactersAt = kindsAt + counts.kinds * 6;
  const kinds = Array.from({ length: counts.kinds }, (_, i): LocalTimeKind => {
    const at = kindsAt + i * 6;
    const name = charactersAt + bytes.readUInt8(at + 5);
    const abbreviation = bytes.subarray(name, bytes.indexOf(0, name)).toString('latin1');
    return { offset: bytes.readInt32BE(at), isDaylight: bytes.readUInt8(at + 4) === 1, abbreviation };
  });
  const [initial] = kinds;
  if (!initial) throw new Error('A TZif file has at least one local time type.');
  const transitions = Array.from({ length: counts.times }, (_, i) => ({
    ...(kinds[bytes.readUInt8(order + i)] ?? initial),
    at: Number(bytes.readBigInt64BE(times + i * 8)),
  }));
  const footerAt = times + blockLength(counts, 8);
  return { initial, transitions, footer: bytes.subarray(footerAt).toString('latin1').trim() };
}

function countsAt(bytes: Buffer, start: number): Counts {
  const [isUt = 0, isStandard = 0, leap = 0, times = 0, kinds = 0, characters = 0] = [0, 1, 2, 3, 4, 5].map((i) =>
    bytes.readUInt32BE(start + 20 + i * 4),
  );
  return { isUt, isStandard, leap, times, kinds, characters };
}

/** The length of a block in bytes, without its header. @param timeSize the bytes of a time: 4 or 8 */
function blockLength(counts: Counts, timeSize: number): number {
  return (
    counts.times * (timeSize + 1) +
    counts.kinds * 6 +
    counts.characters +
    counts.leap * (timeSize + 4) +
    counts.isStandard +
    counts.isUt
  );
}
