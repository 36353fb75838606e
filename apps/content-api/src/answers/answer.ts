import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'gzip' | 'br';

/** One body in one encoding, with the validator that names exactly these bytes. */
export interface Representation {
  body: Buffer;
  etag: string;
}

/** Smaller bodies are not worth compressing. */
const SMALLEST_TO_COMPRESS = 1_024;
/** Beyond it brotli gains a few per cent for many times the work. */
const BROTLI_QUALITY = 4;

const compress = {
  gzip: promisify(gzip),
  br: (body: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
};

/** Whether an `If-None-Match` names what has this hash, compared weakly (RFC 9110, 13.1.2). */
export function names(ifNoneMatch: string, hash: string): boolean {
  return ifNoneMatch.includes(hash) || ifNoneMatch.trim() === '*';
}

/** A finished answer: its bytes, made once, and compressed once when somebody first asks for that. */
export class Answer {
  readonly identity: Representation;
  private readonly hash: string;
  private readonly compressed: Partial<Record<'gzip' | 'br', Promise<Representation>>> = {};
  private readonly ready: Partial<Record<Encoding, Representation>> = {};
  /** Called with the bytes that were added when a compressed form was made. */
  onGrow?: (bytes: number) => void;

  constructor(json: string) {
    const body = Buffer.from(json);
    this.hash = hash('sha1', body, 'base64url');
    this.identity = { body, etag: `"${this.hash}"` };
    this.ready.identity = this.identity;
  }

  /** The form in this encoding if it was made already. */
  readyIn(encoding: Encoding): Representation | undefined {
    return encoding === 'identity' || this.identity.body.length < SMALLEST_TO_COMPRESS
      ? this.identity
      : this.ready[encoding];
  }

  /** The form in this encoding, made now if need be; a small body stays as it is. */
  async in(encoding: Encoding): Promise<Representation> {
    const ready = this.readyIn(encoding);
    if (ready || encoding === 'identity') return ready ?? this.identity;
    return (this.compressed[encoding] ??= this.compressTo(encoding));
  }

  private async compressTo(encoding: 'gzip' | 'br'): Promise<Representation> {
    const body = await compress[encoding](this.identity.body);
    const representation = { body, etag: `"${this.hash}-${encoding}"` };
    this.ready[encoding] = representation;
    this.onGrow?.(body.length);
    return representation;
  }

  /** Whether an `If-None-Match` names this answer, in whichever encoding it was fetched. */
  isNamedBy(ifNoneMatch: string): boolean {
    return names(ifNoneMatch, this.hash);
  }
}
