import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mail in the mailbox. */
export interface MailMessage {
  id: string;
  /** The recipients, separated by commas. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** The headers in their order; absent in mails that an older version of the mailbox stored. */
  headers?: { key: string; value: string }[];
  /** A date-time of ISO 8601 in UTC. */
  receivedAt: string;
}

/** A page of the list of mails, the newest mail first. */
export interface MessagePage {
  messages: MailMessage[];
  /** The number of mails on all pages. */
  total: number;
}

interface StoredMail {
  message: MailMessage;
  bytes: number;
  /** Absent when the store has no folder. */
  file?: string;
}

const MAX_MESSAGES = 1_000;
const MAX_BYTES = 100_000_000;
const FILE = /^\d+-[\da-f-]+\.json$/;

/**
 * Stores the newest mails: at most 1,000, with at most 100 MB together. With a folder, they are stored in files, which a new store reads.
 */
export class MessageStore {
  /** The newest mail is first. */
  private mails: StoredMail[] = [];
  private bytes = 0;
  /** The first part of the next file name. So the order of file names is the order of arrival. */
  private nextNumber = 1;

  constructor(private readonly folder?: string) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder).filter((name) => FILE.test(name));
    for (const name of names.sort()) {
      const file = join(folder, name);
      const json = readFileSync(file, 'utf8');
      this.insert({ message: JSON.parse(json) as MailMessage, bytes: Buffer.byteLength(json), file });
      this.nextNumber = Number.parseInt(name, 10) + 1;
    }
  }

  /** Stores a mail. With a folder, the file is written when this method returns. */
  add(message: MailMessage): void {
    const json = JSON.stringify(message);
    const name = `${String(this.nextNumber++).padStart(12, '0')}-${message.id}.json`;
    const file = this.folder === undefined ? undefined : join(this.folder, name);
    if (file !== undefined) {
      writeFileSync(`${file}.partial`, json);
      renameSync(`${file}.partial`, file);
    }
    this.insert({ message, bytes: Buffer.byteLength(json), file });
  }

  /**
   * A page of all mails, or of the mails whose recipients contain `to`.
   * @param page the number of the page, from 1
   * @param limit the maximum number of mails on a page
   */
  list({ to = '', page, limit }: { to?: string; page: number; limit: number }): MessagePage {
    const wanted = to.trim().toLowerCase();
    const found = this.mails.filter(({ message }) => message.to.toLowerCase().includes(wanted));
    const start = (page - 1) * limit;
    return { messages: found.slice(start, start + limit).map(({ message }) => message), total: found.length };
  }

  find(id: string): MailMessage | undefined {
    return this.mails.find(({ message }) => message.id === id)?.message;
  }

  clear(): void {
    for (const mail of this.mails.splice(0)) this.remove(mail);
  }

  /** Inserts a mail at the beginning, and removes the oldest mails beyond the limits. */
  private insert(mail: StoredMail): void {
    this.mails.unshift(mail);
    this.bytes += mail.bytes;
    while (this.mails.length > MAX_MESSAGES || (this.bytes > MAX_BYTES && this.mails.length > 1)) {
      const oldest = this.mails.pop();
      if (oldest) this.remove(oldest);
    }
  }

  private remove({ bytes, file }: StoredMail): void {
    this.bytes -= bytes;
    if (file !== undefined) rmSync(file, { force: true });
  }
}
