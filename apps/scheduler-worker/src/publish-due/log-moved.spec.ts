import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { logMoved } from './log-moved';

const NOON = Date.parse('2026-03-01T12:00:00Z');

/** Posts moved at noon, each the given milliseconds after its due moment. */
function movedAfter(...lateness: number[]): MovedPost[] {
  return lateness.map((ms, index) => ({
    id: `post-${index}`,
    type: 'post',
    title: 'A post',
    dueAt: new Date(NOON - ms),
    movedAt: new Date(NOON),
  }));
}

/** The log lines of a batch, without time and service. */
function linesOf(batch: MovedPost[]): unknown[] {
  const written: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
  logMoved(Logger.create({ service: 'test', level: 'info', destination }), 'publish', batch);
  return written.map(({ time: _time, service: _service, ...line }) => line);
}

describe('logMoved', () => {
  it('logs nothing for an empty batch', () => {
    expect(linesOf([])).toEqual([]);
  });

  it('counts posts moved on time', () => {
    expect(linesOf(movedAfter(2_000, 7, 3))).toEqual([
      { level: 'info', msg: 'Due posts moved.', action: 'publish', posts: 3 },
    ]);
  });

  it('lists the ids of late posts with the largest lateness and the oldest due moment', () => {
    expect(linesOf(movedAfter(60_000, 2_001, 5))).toEqual([
      {
        level: 'warn',
        msg: 'Due posts moved late.',
        action: 'publish',
        posts: 2,
        latestMs: 60_000,
        oldestDueAt: new Date(NOON - 60_000).toISOString(),
        lateIds: ['post-0', 'post-1'],
      },
      { level: 'info', msg: 'Due posts moved.', action: 'publish', posts: 1 },
    ]);
  });
});
