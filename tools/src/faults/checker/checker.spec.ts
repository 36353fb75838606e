import type { HistoryLine, Operation } from '../history';
import { check } from './checker';
import { quantile } from './lateness';

const START = Date.parse('2026-01-01T00:00:00Z');
const SECOND = 1_000;

/** Fifty posts, scheduled a second apart, each published 100 ms late, announced once and received. */
function soundHistory(): HistoryLine[] {
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
  return check(lines).violations.map(({ kind, postId }) => `${kind} ${postId}`);
}

function without(lines: HistoryLine[], type: HistoryLine['type'], text: string): HistoryLine[] {
  return lines.filter((line) => line.type !== type || !JSON.stringify(line).includes(`"${text}"`));
}

describe('the checker', () => {
  it('finds nothing in a sound history and measures its lateness', () => {
    const verdict = check(soundHistory());
    expect(verdict).toMatchObject({ acknowledged: 50, published: 50, received: 50, violations: [] });
    const lateness = verdict.lateness.map(({ afterOutageMs }) => afterOutageMs);
    expect([quantile(lateness, 0.5), quantile(lateness, 1)]).toEqual([100, 100]);
  });

  it('finds a planted loss', () => {
    const lost = without(without(soundHistory(), 'transition', 'post-7'), 'outboxEvent', 'post-7');
    expect(kinds(lost)).toEqual(['lost post-7']);
  });

  it('finds a planted duplicate', () => {
    const again: HistoryLine[] = [
      { type: 'transition', postId: 'post-7', from: 'scheduled', to: 'published', at: START + 8 * SECOND, order: 99 },
    ];
    expect(kinds([...soundHistory(), ...again])).toEqual(['duplicate post-7', 'missing-outboxEvent post-7']);
  });

  it('finds a planted second outbox row', () => {
    const extra: HistoryLine[] = [
      { type: 'outboxEvent', id: 'outboxEvent-x', postId: 'post-7', event: 'post.published' },
      { type: 'received', outboxEventId: 'outboxEvent-x', event: 'post.published', at: START },
    ];
    expect(kinds([...soundHistory(), ...extra])).toEqual(['extra-outboxEvent post-7']);
  });

  it('finds a planted early one', () => {
    const lines = soundHistory().map((line): HistoryLine =>
      line.type === 'transition' && line.postId === 'post-7' ? { ...line, at: START + 7 * SECOND - 1 } : line,
    );
    expect(kinds(lines)).toEqual(['early post-7']);
  });

  it('finds a webhook that never came', () => {
    expect(kinds(without(soundHistory(), 'received', 'outboxEvent-7'))).toEqual(['undelivered post-7']);
  });

  it('finds a post that was published after the 2xx of its unscheduling', () => {
    const lines = [...soundHistory(), operation('post-7', 'unschedule', { at: START + 6 * SECOND })];
    expect(kinds(lines)).toEqual(['published-after-unschedule post-7']);
  });

  it('lets either outcome stand where a withdrawal was not answered', () => {
    const withdrawal = operation('post-7', 'unschedule', { at: START + 6 * SECOND, outcome: 'unknown' });
    expect(kinds([...soundHistory(), withdrawal])).toEqual([]);
    const unpublished = without(without(soundHistory(), 'transition', 'post-7'), 'outboxEvent', 'post-7');
    expect(kinds([...unpublished, withdrawal])).toEqual([]);
  });

  it('holds a post to the moment it was moved to', () => {
    const dueAt = START + 30 * SECOND;
    const moved = operation('post-7', 'reschedule', { dueAt, at: START });
    expect(kinds([...soundHistory(), moved])).toEqual(['early post-7']);
  });

  it('finds a duplicate of a post whose schedule was never answered', () => {
    const run = (order: number): HistoryLine => ({
      type: 'transition',
      postId: 'nobody',
      from: 'scheduled',
      to: 'published',
      at: START + order,
      order,
    });
    expect(kinds([...soundHistory(), run(1), run(2)])).toEqual(['duplicate nobody', 'missing-outboxEvent nobody']);
  });

  it('finds an edit that was acknowledged and is gone', () => {
    const edit = operation('post-7', 'edit', { title: 'second', at: START + 9 * SECOND });
    expect(kinds([...soundHistory(), edit])).toEqual(['lost-edit post-7']);
  });

  it('finds a webhook that tells of a post as it was before an edit', () => {
    const edit = operation('post-7', 'edit', { title: 'second', at: START + 6 * SECOND });
    const lines = soundHistory().map((line): HistoryLine =>
      line.type === 'post' && line.postId === 'post-7' ? { ...line, title: 'second' } : line,
    );
    expect(kinds([...lines, edit])).toEqual(['stale-outboxEvent post-7']);
  });

  it('finds a published post that somebody took back, and a deleted one that is there', () => {
    const lines = soundHistory().map((line): HistoryLine =>
      line.type === 'post' && line.postId === 'post-7' ? { ...line, status: 'draft' } : line,
    );
    const deletion = operation('post-8', 'delete', { at: START + 20 * SECOND });
    expect(kinds([...lines, deletion])).toEqual(['undone post-7', 'undone post-8']);
  });

  it('asks for a mark in the log where a blackout made posts late', () => {
    const lines = soundHistory().map((line): HistoryLine =>
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

  it('finds metrics that say less, more, younger or nothing', () => {
    const sentAt = START + 7 * SECOND + 50;
    // What was published a moment ago may be seen as due; nothing was here.
    const alone = soundHistory().filter((line) => !JSON.stringify(line).includes('post-6"'));
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

  it('finds a planted instant that somebody tells of an hour off, or not at all', () => {
    const told = (by: string, ms: number): HistoryLine => ({ type: 'told', postId: 'dated', by, ms });
    const planted: HistoryLine = { type: 'planted', postId: 'dated', ms: START, as: 'noon' };
    const tellings = [told('its row', START), told('the outbox', START), told('a webhook', START)];
    expect(kinds([...soundHistory(), planted, ...tellings])).toEqual([]);
    expect(kinds([...soundHistory(), planted, ...tellings.slice(1)])).toEqual(['wrong-instant dated']);
    const off = told('a webhook', START + 3_600 * SECOND);
    expect(kinds([...soundHistory(), planted, ...tellings, off])).toEqual(['wrong-instant dated']);
  });

  it('counts lateness from the end of an outage', () => {
    const outage: HistoryLine[] = [
      { type: 'fault', kind: 'restart', target: 'postgres', isOutage: true, from: START - 1, to: START + 60 },
    ];
    const verdict = check([...soundHistory(), ...outage]);
    expect(verdict.lateness[0]).toMatchObject({ afterOutageMs: 40, rawMs: 100, fault: 'restart' });
  });
});
