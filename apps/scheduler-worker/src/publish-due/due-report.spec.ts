import { Logger } from '@almanac/platform';
import { type MovedPost } from '@almanac/publishing';
import { DueReport } from './due-report';

const noon = Date.parse('2026-03-01T12:00:00Z');

function movedAfter(...lateness: number[]): MovedPost[] {
  return lateness.map((ms, index) => ({
    id: `post-${index}`,
    type: 'post',
    title: 'A post',
    dueAt: new Date(noon - index),
    movedAt: new Date(noon - index + ms),
  }));
}

/** What is logged of these batches, but for the time and the service. */
function linesOf(...batches: MovedPost[][]): unknown[] {
  const written: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
  const report = new DueReport();
  for (const batch of batches) report.add(batch);
  report.log(Logger.create({ service: 'test', level: 'info', destination }), 'publish');
  return written.map(({ time: _time, service: _service, ...line }) => line);
}

describe('DueReport', () => {
  it('says nothing when nothing was due', () => {
    expect(linesOf([])).toEqual([]);
  });

  it('counts what was done in time', () => {
    expect(linesOf(movedAfter(3, 2_000), movedAfter(7))).toEqual([
      { level: 'info', msg: 'What was due is done.', action: 'publish', posts: 3 },
    ]);
  });

  it('tells of thousands of late posts in one line: how many, how late, since when, and the first few', () => {
    const late = movedAfter(...Array.from({ length: 10_000 }, (_, index) => 60_000 + index));
    expect(linesOf(movedAfter(1), late)).toEqual([
      {
        level: 'warn',
        msg: 'What was due is done late.',
        action: 'publish',
        posts: 10_000,
        latestMs: 69_999,
        oldestDueAt: new Date(noon - 9_999).toISOString(),
        firstIds: ['post-0', 'post-1', 'post-2', 'post-3', 'post-4'],
      },
      { level: 'info', msg: 'What was due is done.', action: 'publish', posts: 1 },
    ]);
  });
});
