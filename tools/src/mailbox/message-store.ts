import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One mail as the mailbox shows it. */
export interface MailMessage {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
}

const MAX_MESSAGES = 1_000;
const FILE = /^\d+-[\da-f-]+\.json$/;

/** The newest 1,000 received mails, newest first. With a folder they are stored over restarts. */
export class MessageStore {
  private messages: MailMessage[] = [];
  /** First part of a file name: files sort by arrival. */
  private nextNumber = 1;

  constructor(private readonly folder?: string) {
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    for (const name of this.files()) {
      this.messages.unshift(JSON.parse(readFileSync(join(folder, name), 'utf8')) as MailMessage);
      this.nextNumber = Number.parseInt(name, 10) + 1;
    }
  }

  /** Stores a mail. With a folder, it is on disk when this returns. */
  add(message: MailMessage): void {
    this.messages.unshift(message);
    if (this.folder !== undefined) {
      const file = join(this.folder, `${String(this.nextNumber++).padStart(12, '0')}-${message.id}.json`);
      writeFileSync(`${file}.partial`, JSON.stringify(message));
      renameSync(`${file}.partial`, file);
    }
    for (const { id } of this.messages.splice(MAX_MESSAGES)) this.removeFile(id);
  }

  /** All mails, or those to one address. */
  list(to?: string): MailMessage[] {
    return to === undefined
      ? this.messages
      : this.messages.filter((message) => message.to.toLowerCase().includes(to.toLowerCase()));
  }

  find(id: string): MailMessage | undefined {
    return this.messages.find((message) => message.id === id);
  }

  clear(): void {
    this.messages = [];
    for (const name of this.files()) rmSync(join(this.folder ?? '', name), { force: true });
  }

  private files(): string[] {
    return this.folder === undefined
      ? []
      : readdirSync(this.folder)
          .filter((name) => FILE.test(name))
          .sort();
  }

  private removeFile(id: string): void {
    if (this.folder === undefined) return;
    for (const name of this.files()) if (name.endsWith(`-${id}.json`)) rmSync(join(this.folder, name), { force: true });
  }
}
