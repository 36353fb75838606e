import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mail as the mailbox shows it. */
export interface MailMessage {
  id: string;
  /** The recipients, separated by commas. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** In their order; absent in mails that were stored before the mailbox kept them. */
  headers?: { key: string; value: string }[];
  /** ISO 8601, UTC. */
  receivedAt: string;
}

/** A part of the mails, newest first. */
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

/** The newest received mails, at most 1,000 with 100 MB in all, newest first. With a folder they are stored over restarts. */
export class MessageStore {
  private mails: StoredMail[] = [];
  private bytes = 0;
  /** First part of a file name: files sort by arrival. */
  private nextNumber = 1;

  constructor(private readonly folder?: string) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder).filter((name) => FILE.test(name));
    for (const name of names.sort()) {
      const file = join(folder, name);
      const json = readFileSync(file, 'utf8');
      this.keep({ message: JSON.parse(json) as MailMessage, bytes: Buffer.byteLength(json), file });
      this.nextNumber = Number.parseInt(name, 10) + 1;
    }
  }

  /** Stores a mail. With a folder, it is on disk when this returns. */
  add(message: MailMessage): void {
    const json = JSON.stringify(message);
    const name = `${String(this.nextNumber++).padStart(12, '0')}-${message.id}.json`;
    const file = this.folder === undefined ? undefined : join(this.folder, name);
    if (file !== undefined) {
      writeFileSync(`${file}.partial`, json);
      renameSync(`${file}.partial`, file);
    }
    this.keep({ message, bytes: Buffer.byteLength(json), file });
  }

  /**
   * A page of all mails, or of those whose recipients contain a string.
   * @param page from 1
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

  private keep(mail: StoredMail): void {
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
