import type { HistoryLine } from '../history';
import type { Violation } from './check-post';

type PlantedLine = Extract<HistoryLine, { type: 'planted' }>;
type ToldLine = Extract<HistoryLine, { type: 'told' }>;

/** Each is told by its row and by two more: outbox and webhook, or two answers of the Admin API. */
const LEAST_TELLINGS = 3;

/** Holds every telling of a post's date against the instant that was planted. */
export function checkInstants(planted: readonly PlantedLine[], told: readonly ToldLine[]): Violation[] {
  return planted.flatMap(({ postId, ms, as }) => {
    const tellings = told.filter((line) => line.postId === postId);
    const wrong = tellings.filter((telling) => telling.ms !== ms);
    const missing = LEAST_TELLINGS - tellings.length;
    return [
      ...wrong.map(({ by, ms: other }) => `planted ${as}: ${by} tells of it ${other - ms} ms off`),
      ...(missing > 0 ? [`planted ${as}: told of ${tellings.length} times`] : []),
    ].map((detail): Violation => ({ kind: 'wrong-instant', postId, detail }));
  });
}
