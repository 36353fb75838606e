import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

/** What a client asked for. */
export type Operation = 'schedule' | 'reschedule' | 'unschedule' | 'delete' | 'edit';

/** One line of a run's history. Instants are milliseconds of the one machine everything runs on. */
export type HistoryLine =
  | { type: 'run'; seed: number; queue: string; workers: number; seconds: number; at: number }
  /** A client got its 2xx (`ok`), a clear refusal (`refused`), or no answer (`unknown`: it may have happened). */
  | {
      type: 'operation';
      operation: Operation;
      outcome: 'ok' | 'refused' | 'unknown';
      postId: string;
      dueAt?: number;
      /** The title it asked for. */
      title?: string;
      sentAt: number;
      at: number;
    }
  /** `outage`: while it lasts nobody can publish; lateness is counted from its end. */
  | { type: 'fault'; kind: string; target: string; isOutage: boolean; from: number; to: number }
  /** Written by a trigger of the database at commit: what truly happened to a post's status. */
  | { type: 'transition'; postId: string; from: string; to: string; at: number; order: number }
  /** An outbox row as it stands at the end; `title` is the post's as the row tells it. */
  | { type: 'outboxEvent'; id: string; postId: string; event: string; title?: string }
  /** A post as it stands at the end. */
  | { type: 'post'; postId: string; status: string; title: string }
  /** A webhook that came in and was answered 2xx. */
  | { type: 'received'; outboxEventId: string; event: string; at: number }
  /** A post was dated at an instant, written one way or another. */
  | { type: 'planted'; postId: string; ms: number; as: string }
  /** Somebody told of a planted post's date. */
  | { type: 'told'; postId: string; by: string; ms: number }
  /** A worker's log says that it did this late. */
  | { type: 'marked-late'; postId: string }
  /** What a worker's metrics said was due and not published; asked at `sentAt`, answered at `at`. */
  | { type: 'gauge'; worker: string; dueCount: number; oldestAgeMs: number; sentAt: number; at: number }
  /** A service ended by itself. */
  | { type: 'exit'; service: string; code: number | null; at: number }
  | { type: 'end'; at: number };

/** A run's history on disk: written line by line, so that a harness that dies leaves what it saw. */
export class History {
  constructor(readonly file: string) {
    writeFileSync(file, '');
  }

  write(line: HistoryLine): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

/** Reads a history back. */
export function readHistory(file: string): HistoryLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): HistoryLine => JSON.parse(line));
}
