import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** A kind of request of a client. */
export type Operation = 'schedule' | 'reschedule' | 'unschedule' | 'delete' | 'edit';

/** A line of the history of a run. Instants are milliseconds since 1970 by the clock of the machine. */
export type HistoryLine =
  | { type: 'run'; seed: number; queue: string; workers: number; seconds: number; at: number }
  /**
   * A request that was sent at `sentAt` and ended at `at`. `ok`: the operation was acknowledged; `refused`: it
   * did not happen; `unknown`: it may have happened, because the client got no response, or a server error.
   */
  | {
      type: 'operation';
      operation: Operation;
      outcome: 'ok' | 'refused' | 'unknown';
      postId: string;
      /** The requested due time. */
      dueAt?: number;
      /** The requested title. */
      title?: string;
      sentAt: number;
      at: number;
    }
  /** `isOutage`: during the fault no worker can publish, so lateness counts from its end. */
  | { type: 'fault'; kind: string; target: string; isOutage: boolean; from: number; to: number }
  /** A change of the status of a post that a database trigger recorded; `order` is the order of these changes. */
  | { type: 'transition'; postId: string; from: string; to: string; at: number; order: number }
  /** An outbox event at the end of the run; `title` is the title in its payload. */
  | { type: 'outboxEvent'; id: string; postId: string; event: string; title?: string }
  /** A post at the end of the run. */
  | { type: 'post'; postId: string; status: string; title: string }
  /** The delivery of an outbox event at the end of the run. An attempt is a string of its time, HTTP status and error. */
  | { type: 'delivery'; outboxEventId: string; status: string; attempts: string[] }
  /** A received webhook; the receiver responded with 2xx. */
  | { type: 'received'; outboxEventId: string; event: string; at: number }
  /** A post was created with this publication date (`ms`). `as` describes how the date was written. */
  | { type: 'dated'; postId: string; ms: number; as: string }
  /** A row, an outbox event, a webhook or a response contained the publication date of a post. `by` names which one. */
  | { type: 'reported-date'; postId: string; by: string; ms: number }
  /** The log of a worker names the post as published late. */
  | { type: 'marked-late'; postId: string }
  /** The number and the maximum age of due posts in the metrics of a worker, which were requested at `sentAt` and received at `at`. */
  | { type: 'gauge'; worker: string; dueCount: number; oldestAgeMs: number; sentAt: number; at: number }
  /** A service exited without being killed. */
  | { type: 'exit'; service: string; code: number | null; at: number }
  /** The last poll for pending work. */
  | { type: 'end'; at: number };

/** Writes the history of a run to a file, line by line, so that a crash of the harness does not lose it. */
export class History {
  constructor(readonly file: string) {
    writeFileSync(file, '');
  }

  write(line: HistoryLine): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

/** Reads a history file. */
export function readHistory(file: string): HistoryLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): HistoryLine => JSON.parse(line));
}
