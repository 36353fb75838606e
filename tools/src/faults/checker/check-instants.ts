import type { HistoryLine } from '../history';
import type { Violation } from './check-post';

type DatedPostLine = Extract<HistoryLine, { type: 'dated' }>;
type ReportedDateLine = Extract<HistoryLine, { type: 'reported-date' }>;

/** Each date is reported at least three times: by the row, and by the outbox event and the webhook or by two responses of the Admin API. */
const MINIMUM_REPORTS = 3;

/** Compares the reported dates of posts with the dates with which they were created. */
export function checkInstants(dated: readonly DatedPostLine[], reported: readonly ReportedDateLine[]): Violation[] {
  return dated.flatMap(({ postId, ms, as }) => {
    const reports = reported.filter((line) => line.postId === postId);
    const wrong = reports.filter((report) => report.ms !== ms);
    const missing = MINIMUM_REPORTS - reports.length;
    return [
      ...wrong.map(({ by, ms: other }) => `dated ${as}: ${by} reports a date ${other - ms} ms off`),
      ...(missing > 0 ? [`dated ${as}: reported ${reports.length} times`] : []),
    ].map((detail): Violation => ({ kind: 'wrong-instant', subject: postId, detail }));
  });
}
