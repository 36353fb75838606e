import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** An operation that a client requests. */
export type Operation = 'schedule' | 'reschedule' | 'unschedule' | 'delete' | 'edit';

/** One line of the history of a run. Instants are milliseconds since 1970 by the clock of the machine. */
export type HistoryLine =
  | { type: 'run'; seed: number; queue: string; workers: number; seconds: number; at: number }
  /** The client got a 2xx (`ok`), a 4xx (`refused`) or no response (`unknown`: the operation may have happened). */
  | {
      type: 'operation';
      operation: Operation;
      outcome: 'ok' | 'refused' | 'unknown';
      postId: string;
      dueAt?: number;
      /** The requested title. */
      title?: string;
      sentAt: number;
      at: number;
    }
  /** `isOutage`: no worker can publish during the fault; lateness is counted from its end. */
  | { type: 'fault'; kind: string; target: string; isOutage: boolean; from: number; to: number }
  /** Written by a database trigger at commit: a change of the status of a post. */
  | { type: 'transition'; postId: string; from: string; to: string; at: number; order: number }
  /** An outbox event at the end of the run; `title` is the title in its payload. */
  | { type: 'outboxEvent'; id: string; postId: string; event: string; title?: string }
  /** A post at the end of the run. */
  | { type: 'post'; postId: string; status: string; title: string }
  /** The delivery of an outbox event at the end of the run. Each attempt is its time, status and error as text. */
  | { type: 'delivery'; outboxEventId: string; status: string; attempts: string[] }
  /** A received webhook; the receiver responded with 2xx. */
  | { type: 'received'; outboxEventId: string; event: string; at: number }
  /** A post was created with this publication date. `as`: how the date was written. */
  | { type: 'dated'; postId: string; ms: number; as: string }
  /** A row, an event, a webhook or a response contained the date of a post. */
  | { type: 'reported-date'; postId: string; by: string; ms: number }
  /** The log of a worker says that the post was published late. */
  | { type: 'marked-late'; postId: string }
  /** The due posts that the metrics of a worker reported; requested at `sentAt`, received at `at`. */
  | { type: 'gauge'; worker: string; dueCount: number; oldestAgeMs: number; sentAt: number; at: number }
  /** A service exited without being killed. */
  | { type: 'exit'; service: string; code: number | null; at: number }
  | { type: 'end'; at: number };

/** The history of a run on disk, written line by line, so that it survives a crash of the harness. */
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
