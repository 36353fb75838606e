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

const MOST_KEPT = 1_000;

/** The mails of this run, newest first; the oldest go when there are too many. */
export class MessageStore {
  private messages: MailMessage[] = [];

  add(message: MailMessage): void {
    this.messages = [message, ...this.messages].slice(0, MOST_KEPT);
  }

  /** All of them, or those to one address. */
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
  }
}
