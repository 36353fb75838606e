import { crc32, deflateRawSync } from 'node:zlib';

/** A file of the archive. */
export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** A UNIX mode, e.g. 0o120777 for a symbolic link. */
  mode?: number;
  /** A wrong uncompressed size for the headers of the file. */
  claimedSize?: number;
  /** A wrong checksum. */
  claimedCrc?: number;
  /** General purpose flags, e.g. 1 for an encrypted file. */
  flags?: number;
  /** Compresses the content. */
  isDeflated?: boolean;
}

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
      [2, isDeflated === true ? 8 : 0],
      [2, 0],
      [2, 0],
      [4, claimedCrc ?? crc32(bytes)],
      [4, isDeflated === true ? packed.length : size],
      [4, size],
      [2, nameBytes.length],
      [2, 0],
    ] as const;
    const local = Buffer.concat([header(0x04034b50, [[2, 20], ...common]), nameBytes, packed]);
    const rest = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, mode * 0x10000],
      [4, offset],
    ] as const;
    directory.push(header(0x02014b50, [[2, 0x0314], [2, 20], ...common, ...rest]), nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const count = entries.length;
  const end = header(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listing.length],
    [4, offset],
    [2, 0],
  ]);
  return Buffer.concat([...locals, listing, end]);
}
