import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';

const LARGEST_BYTES = 10_000_000;
/** The maximum number of older files. `<name>.1` is the newest of them. */
const OLDER_PARTS = 4;

/**
 * Appends to a log file, also after restarts. A full file is renamed to
 * `<name>.1`, `<name>.1` to `<name>.2`, and so on; the oldest is deleted. If a line cannot be written, e.g. because the disk is full, it is
 * dropped: an error of the stream would end the launcher.
 */
export class LogFile extends Writable {
  #path;
  #size;
  #largestBytes;

  /** @param options `largestBytes`: the size from which a file is full */
  constructor(path, { largestBytes = LARGEST_BYTES } = {}) {
    super({ decodeStrings: true });
    mkdirSync(dirname(path), { recursive: true });
    this.#path = path;
    this.#largestBytes = largestBytes;
    this.#size = existsSync(path) ? statSync(path).size : 0;
  }

  _write(chunk, _encoding, done) {
    try {
      if (this.#size > 0 && this.#size + chunk.length > this.#largestBytes) this.#rotate();
      appendFileSync(this.#path, chunk);
      this.#size += chunk.length;
    } catch {
      // The next line is tried again.
    }
    done();
  }

  #rotate() {
    for (let part = OLDER_PARTS; part > 0; part--) {
      const newer = part === 1 ? this.#path : `${this.#path}.${part - 1}`;
      if (existsSync(newer)) renameSync(newer, `${this.#path}.${part}`);
    }
    this.#size = 0;
  }
}
