import { check, quantile } from './checker';
import type { HistoryLine, Operation } from './history';

const start = Date.parse('2026-01-01T00:00:00Z');
const second = 1_000;

/** Fifty posts, scheduled a second apart, each published 100 ms late, announced once and received. */
function soundHistory(): HistoryLine[] {
  const lines: HistoryLine[] = [{ type: 'run', seed: 1, queue: 'redis', workers: 2, seconds: 60, at: start }];
  for (let index = 0; index < 50; index += 1) {
    const postId = `post-${index}`;
    const dueAt = start + index * second;
    lines.push(
      operation(postId, 'schedule', { dueAt, at: start - 5 * second }),
      { type: 'transition', postId, from: 'scheduled', to: 'published', at: dueAt + 100, order: index },
      { type: 'fact', id: `fact-${index}`, postId, event: 'post.published' },
      { type: 'received', factId: `fact-${index}`, event: 'post.published', at: dueAt + 200 },
    );
  }
  return [...lines, { type: 'end', at: start + 100 * second }];
}

function operation(
  postId: string,
  name: Operation,
  { dueAt, at, outcome = 'ok' }: { dueAt?: number; at: number; outcome?: 'ok' | 'refused' | 'unknown' },
): HistoryLine {
  return {
    type: 'operation',
    operation: name,
    outcome,
    postId,
    ...(dueAt !== undefined && { dueAt }),
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
    expect(quantile(verdict.lateness, 0.99)).toBe(100);
  });

  it('finds a planted loss', () => {
    expect(kinds(without(without(soundHistory(), 'transition', 'post-7'), 'fact', 'post-7'))).toEqual(['lost post-7']);
  });

  it('finds a planted duplicate', () => {
    const again: HistoryLine[] = [
      { type: 'transition', postId: 'post-7', from: 'scheduled', to: 'published', at: start + 8 * second, order: 99 },
    ];
    expect(kinds([...soundHistory(), ...again])).toEqual(['duplicate post-7', 'missing-fact post-7']);
  });

  it('finds a planted second outbox row', () => {
    const extra: HistoryLine[] = [
      { type: 'fact', id: 'fact-x', postId: 'post-7', event: 'post.published' },
      { type: 'received', factId: 'fact-x', event: 'post.published', at: start },
    ];
    expect(kinds([...soundHistory(), ...extra])).toEqual(['extra-fact post-7']);
  });

  it('finds a planted early one', () => {
    const lines = soundHistory().map((line): HistoryLine =>
      line.type === 'transition' && line.postId === 'post-7' ? { ...line, at: start + 7 * second - 1 } : line,
    );
    expect(kinds(lines)).toEqual(['early post-7']);
  });

  it('finds a webhook that never came', () => {
    expect(kinds(without(soundHistory(), 'received', 'fact-7'))).toEqual(['undelivered post-7']);
  });

  it('finds a post that was published after the 2xx of its unscheduling', () => {
    const lines = [...soundHistory(), operation('post-7', 'unschedule', { at: start + 6 * second })];
    expect(kinds(lines)).toEqual(['published-after-unschedule post-7']);
  });

  it('lets either outcome stand where a withdrawal was not answered', () => {
    const withdrawal = operation('post-7', 'unschedule', { at: start + 6 * second, outcome: 'unknown' });
    expect(kinds([...soundHistory(), withdrawal])).toEqual([]);
    const unpublished = without(without(soundHistory(), 'transition', 'post-7'), 'fact', 'post-7');
    expect(kinds([...unpublished, withdrawal])).toEqual([]);
  });

  it('holds a post to the moment it was moved to', () => {
    const dueAt = start + 30 * second;
    const moved = operation('post-7', 'reschedule', { dueAt, at: start });
    expect(kinds([...soundHistory(), moved])).toEqual(['early post-7']);
  });

  it('counts lateness from the end of an outage', () => {
    const outage: HistoryLine[] = [
      { type: 'fault', kind: 'restart', target: 'postgres', isOutage: true, from: start - 1, to: start + 60 },
    ];
    const verdict = check([...soundHistory(), ...outage]);
    expect(verdict.lateness[0]).toBe(40);
    expect(verdict.rawLateness[0]).toBe(100);
  });
});
