import { crc32, deflateRawSync } from 'node:zlib';

/** A file of the archive. */
export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** A UNIX mode, e.g. 0o120777 for a symbolic link. */
  mode?: number;
  /** A wrong uncompressed size, written into the headers instead of the real one. */
  claimedSize?: number;
  /** A wrong checksum, written into the headers instead of the real one. */
  claimedCrc?: number;
  /** General purpose flags, e.g. 1 for an encrypted file. */
  flags?: number;
  /** Whether the content is compressed. */
  isDeflated?: boolean;
}

/** The signatures of headers. */
const LOCAL_FILE = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** Compression methods. */
const DEFLATED = 8;
const STORED = 0;
/** The version needed to extract: 2.0. */
const MIN_VERSION = 20;
/** UNIX, and version 2.0 of the specification. */
const MADE_BY_UNIX = 0x0314;

/** A header of the archive: its signature, and fields of 2 or 4 bytes as little-endian integers. */
function header(signature: number, fields: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const parts = [[4, signature] as const, ...fields].map(([size, value]) => {
    const buffer = Buffer.alloc(size);
    if (size === 2) buffer.writeUInt16LE(value);
    else buffer.writeUInt32LE(value >>> 0);
    return buffer;
  });
  return Buffer.concat(parts);
}

/** Builds a ZIP archive (PKWARE's APPNOTE, 4.3), including archives that an ordinary library refuses to write. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, claimedSize, claimedCrc, flags = 0, isDeflated } of entries) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const size = claimedSize ?? bytes.length;
    const packed = isDeflated === true ? deflateRawSync(bytes) : bytes;
    const common = [
      [2, flags],
      [2, isDeflated === true ? DEFLATED : STORED],
      [2, 0], // time of the last change
      [2, 0], // date of the last change
      [4, claimedCrc ?? crc32(bytes)],
      [4, isDeflated === true ? packed.length : size], // compressed size
      [4, size], // uncompressed size
      [2, nameBytes.length],
      [2, 0], // length of the extra field
    ] as const;
    const local = Buffer.concat([header(LOCAL_FILE, [[2, MIN_VERSION], ...common]), nameBytes, packed]);
    const rest = [
      [2, 0], // length of the comment
      [2, 0], // number of the disk
      [2, 0], // internal attributes
      [4, mode * 0x10000], // external attributes: the UNIX mode in the upper half
      [4, offset], // offset of the local header
    ] as const;
    directory.push(header(DIRECTORY_ENTRY, [[2, MADE_BY_UNIX], [2, MIN_VERSION], ...common, ...rest]), nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const count = entries.length;
  const end = header(END_OF_DIRECTORY, [
    [2, 0], // number of this disk
    [2, 0], // disk on which the directory starts
    [2, count], // entries on this disk
    [2, count], // entries in total
    [4, listing.length],
    [4, offset], // offset of the directory
    [2, 0], // length of the comment
  ]);
  return Buffer.concat([...locals, listing, end]);
}
