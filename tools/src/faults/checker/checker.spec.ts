import type { HistoryLine, Operation } from '../history';
import { check } from './checker';
import { quantile } from './lateness';

const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND = 1_000;

/** Fifty posts, scheduled a second apart, each published 100 ms late, announced once and received. */
function correctHistory(): HistoryLine[] {
  const lines: HistoryLine[] = [{ type: 'run', seed: 1, queue: 'redis', workers: 2, seconds: 60, at: START }];
  for (let index = 0; index < 50; index += 1) {
    const postId = `post-${index}`;
    const dueAt = START + index * SECOND;
    lines.push(
      operation(postId, 'schedule', { dueAt, title: 'first', at: START - 5 * SECOND }),
      { type: 'transition', postId, from: 'scheduled', to: 'published', at: dueAt + 100, order: index },
      { type: 'outboxEvent', id: `outboxEvent-${index}`, postId, event: 'post.published', title: 'first' },
      { type: 'received', outboxEventId: `outboxEvent-${index}`, event: 'post.published', at: dueAt + 200 },
      { type: 'post', postId, status: 'published', title: 'first' },
    );
  }
  return [...lines, { type: 'end', at: START + 100 * SECOND }];
}

function operation(
  postId: string,
  name: Operation,
  {
    dueAt,
    title,
    at,
    outcome = 'ok',
  }: { dueAt?: number; title?: string; at: number; outcome?: 'ok' | 'refused' | 'unknown' },
): HistoryLine {
  return {
    type: 'operation',
    operation: name,
    outcome,
    postId,
    ...(dueAt !== undefined && { dueAt }),
    ...(title !== undefined && { title }),
    sentAt: at - 5,
    at,
  };
}

function kinds(lines: HistoryLine[]): string[] {
  return check(lines).violations.map(({ kind, subject }) => `${kind} ${subject}`);
}

function without(lines: HistoryLine[], type: HistoryLine['type'], text: string): HistoryLine[] {
  return lines.filter((line) => line.type !== type || !JSON.stringify(line).includes(`"${text}"`));
}

describe('the checker', () => {
  it('finds no violation in a correct history and measures its lateness', () => {
    const verdict = check(correctHistory());
    expect(verdict).toMatchObject({ acknowledged: 50, published: 50, received: 50, violations: [] });
    const lateness = verdict.lateness.map(({ afterOutageMs }) => afterOutageMs);
    expect([quantile(lateness, 0.5), quantile(lateness, 1)]).toEqual([100, 100]);
  });

  it('finds a post that was never published', () => {
    const lost = without(without(correctHistory(), 'transition', 'post-7'), 'outboxEvent', 'post-7');
    expect(kinds(lost)).toEqual(['lost post-7']);
  });

  it('finds a post that was published twice', () => {
    const again: HistoryLine[] = [
      { type: 'transition', postId: 'post-7', from: 'scheduled', to: 'published', at: START + 8 * SECOND, order: 99 },
    ];
    expect(kinds([...correctHistory(), ...again])).toEqual(['duplicate post-7', 'missing-event post-7']);
  });

  it('finds a second outbox event of one publication', () => {
    const extra: HistoryLine[] = [
      { type: 'outboxEvent', id: 'event-x', postId: 'post-7', event: 'post.published' },
      { type: 'received', outboxEventId: 'event-x', event: 'post.published', at: START },
    ];
    expect(kinds([...correctHistory(), ...extra])).toEqual(['extra-event post-7']);
  });

  it('finds a post that was published early', () => {
    const lines = correctHistory().map((line): HistoryLine =>
      line.type === 'transition' && line.postId === 'post-7' ? { ...line, at: START + 7 * SECOND - 1 } : line,
    );
    expect(kinds(lines)).toEqual(['early post-7']);
  });

  it('finds a webhook that did not arrive', () => {
    const lines = without(correctHistory(), 'received', 'outboxEvent-7');
    expect(kinds(lines)).toEqual(['undelivered post-7']);
    expect(check(lines).violations[0]?.detail).toBe('outboxEvent outboxEvent-7, no delivery');
    const attempts = ['12:00:01 500', '12:00:06 The request timed out.'];
    const delivery: HistoryLine = { type: 'delivery', outboxEventId: 'outboxEvent-7', status: 'pending', attempts };
    expect(check([...lines, delivery]).violations[0]?.detail).toBe(
      'outboxEvent outboxEvent-7, delivery pending, attempts: 12:00:01 500; 12:00:06 The request timed out.',
    );
  });

  it('expects no webhook of a post that was published after the end of the run', () => {
    const lines = without(correctHistory(), 'received', 'outboxEvent-7');
    const publishedAt = lines.find((line) => line.type === 'transition' && line.postId === 'post-7');
    if (publishedAt?.type !== 'transition') throw new Error('The history has no publication of post-7.');
    const endedAt = (at: number): HistoryLine[] => [...lines.filter(({ type }) => type !== 'end'), { type: 'end', at }];
    expect(kinds(endedAt(publishedAt.at))).toEqual(['undelivered post-7']);
    expect(kinds(endedAt(publishedAt.at - 1))).toEqual([]);
  });

  it('finds a post that was published after the 2xx of its unscheduling', () => {
    const lines = [...correctHistory(), operation('post-7', 'unschedule', { at: START + 6 * SECOND })];
    expect(kinds(lines)).toEqual(['published-after-unschedule post-7']);
  });

  it('accepts both outcomes of a withdrawal without a response', () => {
    const withdrawal = operation('post-7', 'unschedule', { at: START + 6 * SECOND, outcome: 'unknown' });
    expect(kinds([...correctHistory(), withdrawal])).toEqual([]);
    const unpublished = without(without(correctHistory(), 'transition', 'post-7'), 'outboxEvent', 'post-7');
    expect(kinds([...unpublished, withdrawal])).toEqual([]);
  });

  it('checks a rescheduled post against its new due time', () => {
    const dueAt = START + 30 * SECOND;
    const moved = operation('post-7', 'reschedule', { dueAt, at: START });
    expect(kinds([...correctHistory(), moved])).toEqual(['early post-7']);
  });

  it('finds a duplicate of a post whose schedule got no response', () => {
    const run = (order: number): HistoryLine => ({
      type: 'transition',
      postId: 'unknown',
      from: 'scheduled',
      to: 'published',
      at: START + order,
      order,
    });
    expect(kinds([...correctHistory(), run(1), run(2)])).toEqual(['duplicate unknown', 'missing-event unknown']);
  });

  it('finds an acknowledged edit that is lost', () => {
    const edit = operation('post-7', 'edit', { title: 'second', at: START + 9 * SECOND });
    expect(kinds([...correctHistory(), edit])).toEqual(['lost-edit post-7']);
  });

  it('finds an event with the title from before an edit', () => {
    const edit = operation('post-7', 'edit', { title: 'second', at: START + 6 * SECOND });
    const lines = correctHistory().map((line): HistoryLine =>
      line.type === 'post' && line.postId === 'post-7' ? { ...line, title: 'second' } : line,
    );
    expect(kinds([...lines, edit])).toEqual(['stale-event post-7']);
  });

  it('finds a published post that is a draft again, and a deleted post that still exists', () => {
    const lines = correctHistory().map((line): HistoryLine =>
      line.type === 'post' && line.postId === 'post-7' ? { ...line, status: 'draft' } : line,
    );
    const deletion = operation('post-8', 'delete', { at: START + 20 * SECOND });
    expect(kinds([...lines, deletion])).toEqual(['undone post-7', 'undone post-8']);
  });

  it('requires the log to name posts that a blackout made late', () => {
    const lines = correctHistory().map((line): HistoryLine =>
      line.type === 'transition' && ['post-7', 'post-8'].includes(line.postId)
        ? { ...line, at: START + 20 * SECOND }
        : line,
    );
    const blackout: HistoryLine[] = [
      { type: 'fault', kind: 'blackout', target: 'all', isOutage: true, from: START, to: START + 19 * SECOND },
      { type: 'marked-late', postId: 'post-8' },
    ];
    expect(kinds([...lines, ...blackout])).toEqual(['unmarked post-7']);
  });

  it('finds gauges with a wrong count, a wrong age or no value', () => {
    const sentAt = START + 7 * SECOND + 50;
    // A post published a moment ago may still count as due, so the previous post is removed.
    const alone = correctHistory().filter((line) => !JSON.stringify(line).includes('post-6"'));
    const gauge = (dueCount: number, oldestAgeMs: number): HistoryLine[] => [
      { type: 'gauge', worker: 'worker-1', dueCount, oldestAgeMs, sentAt, at: sentAt + 10 },
    ];
    expect(kinds([...alone, ...gauge(1, 55)])).toEqual([]);
    for (const [count, age] of [
      [0, 55],
      [2, 55],
      [1, 0],
      [-1, -1],
    ] as const) {
      expect(kinds([...alone, ...gauge(count, age)])).toEqual(['wrong-gauge worker-1']);
    }
  });

  it('finds a reported date that is an hour off, and a missing report', () => {
    const report = (by: string, ms: number): HistoryLine => ({ type: 'reported-date', postId: 'dated', by, ms });
    const datedPost: HistoryLine = { type: 'dated', postId: 'dated', ms: START, as: 'noon' };
    const reports = [report('its row', START), report('the outbox', START), report('a webhook', START)];
    expect(kinds([...correctHistory(), datedPost, ...reports])).toEqual([]);
    expect(kinds([...correctHistory(), datedPost, ...reports.slice(1)])).toEqual(['wrong-instant dated']);
    const off = report('a webhook', START + 3_600 * SECOND);
    expect(kinds([...correctHistory(), datedPost, ...reports, off])).toEqual(['wrong-instant dated']);
  });

  it('counts lateness from the end of an outage', () => {
    const outage: HistoryLine[] = [
      { type: 'fault', kind: 'restart', target: 'postgres', isOutage: true, from: START - 1, to: START + 60 },
    ];
    const verdict = check([...correctHistory(), ...outage]);
    expect(verdict.lateness[0]).toMatchObject({ afterOutageMs: 40, rawMs: 100, fault: 'restart' });
  });
});
