import { Logger } from '@almanac/platform';
import { type ProcessedPost } from '@almanac/publishing';
import { logProcessed } from './log-processed';

const NOON = Date.parse('2026-03-01T12:00:00Z');

/** Posts processed at noon, each the given milliseconds after its due moment. */
function processedAfter(...lateness: number[]): ProcessedPost[] {
  return lateness.map((ms, index) => ({
    id: `post-${index}`,
    type: 'post',
    title: 'A post',
    dueAt: new Date(NOON - ms),
    processedAt: new Date(NOON),
  }));
}

/** The log lines of a batch, without time and service. */
function linesOf(batch: ProcessedPost[]): unknown[] {
  const written: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
  logProcessed(Logger.create({ service: 'test', level: 'info', destination }), 'publish', batch);
  return written.map(({ time: _time, service: _service, ...line }) => line);
}

describe('logProcessed', () => {
  it('logs nothing for an empty batch', () => {
    expect(linesOf([])).toEqual([]);
  });

  it('counts posts processed on time', () => {
    expect(linesOf(processedAfter(2_000, 7, 3))).toEqual([
      { level: 'info', msg: 'Due posts processed.', action: 'publish', posts: 3 },
    ]);
  });

  it('lists the ids of late posts with the largest lateness and the oldest due moment', () => {
    expect(linesOf(processedAfter(60_000, 2_001, 5))).toEqual([
      {
        level: 'warn',
        msg: 'Due posts processed late.',
        action: 'publish',
        posts: 2,
        maxLatenessMs: 60_000,
        oldestDueAt: new Date(NOON - 60_000).toISOString(),
        lateIds: ['post-0', 'post-1'],
      },
      { level: 'info', msg: 'Due posts processed.', action: 'publish', posts: 1 },
    ]);
  });
});
