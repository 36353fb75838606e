import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { logMoved } from './log-moved';

const NOON = Date.parse('2026-03-01T12:00:00Z');

/** Posts moved at noon, so long after their moments. */
function movedAfter(...lateness: number[]): MovedPost[] {
  return lateness.map((ms, index) => ({
    id: `post-${index}`,
    type: 'post',
    title: 'A post',
    dueAt: new Date(NOON - ms),
    movedAt: new Date(NOON),
  }));
}

/** What is logged of a batch, but for the time and the service. */
function linesOf(batch: MovedPost[]): unknown[] {
  const written: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
  logMoved(Logger.create({ service: 'test', level: 'info', destination }), 'publish', batch);
  return written.map(({ time: _time, service: _service, ...line }) => line);
}

describe('logMoved', () => {
  it('says nothing when nothing was due', () => {
    expect(linesOf([])).toEqual([]);
  });

  it('counts what was done in time', () => {
    expect(linesOf(movedAfter(2_000, 7, 3))).toEqual([
      { level: 'info', msg: 'What was due is done.', action: 'publish', posts: 3 },
    ]);
  });

  it('marks every late post, and tells how late the latest is and since when', () => {
    expect(linesOf(movedAfter(60_000, 2_001, 5))).toEqual([
      {
        level: 'warn',
        msg: 'What was due is done late.',
        action: 'publish',
        posts: 2,
        latestMs: 60_000,
        oldestDueAt: new Date(NOON - 60_000).toISOString(),
        lateIds: ['post-0', 'post-1'],
      },
      { level: 'info', msg: 'What was due is done.', action: 'publish', posts: 1 },
    ]);
  });
});
