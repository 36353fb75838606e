import type { HistoryLine } from '../history';
import { dueAtOf, type OperationLine, type Target, targetOf, titlesOf } from './targets';

export type Transition = Extract<HistoryLine, { type: 'transition' }>;
export type OutboxEventLine = Extract<HistoryLine, { type: 'outboxEvent' }>;
export type PostLine = Extract<HistoryLine, { type: 'post' }>;

/**
 * An observation that breaks a guarantee of the product. The kinds that need an explanation:
 * - `undone`: at the end, a published post is not published, or a deleted post exists.
 * - `lost-edit`: at the end, a post has a title that is not the last acknowledged one.
 * - `stale-event`: the event of a publication has a title that the post did not have then.
 * - `undelivered`: the webhook of a publication did not arrive.
 * - `unmarked`: a post was published late, but the log of the workers does not name it.
 * - `wrong-gauge`: metrics reported a wrong number or age of due posts.
 * - `wrong-instant`: a date was reported with another instant than it was written with.
 */
export interface Violation {
  kind:
    | 'lost'
    | 'duplicate'
    | 'early'
    | 'extra-event'
    | 'missing-event'
    | 'published-after-unschedule'
    | 'undone'
    | 'lost-edit'
    | 'stale-event'
    | 'undelivered'
    | 'unmarked'
    | 'wrong-gauge'
    | 'wrong-instant';
  /** The id of the post; for `wrong-gauge` the name of the worker. */
  subject: string;
  detail: string;
}

/** The history of one post. */
export interface PostHistory {
  postId: string;
  operations: OperationLine[];
  /** Its transitions to `published`. */
  runs: Transition[];
  /** Its `post.published` events. */
  outboxEvents: OutboxEventLine[];
  /** The post at the end of the run; undefined when it is deleted or was not recorded. */
  final?: PostLine;
  /** The end of the run in milliseconds since 1970. */
  endAt: number;
}

type Finding = Omit<Violation, 'subject'>;

/** Checks that the post was published at most once, and that each publication has exactly one outbox event. */
function countFindings({ runs, outboxEvents }: PostHistory): Finding[] {
  const found: Finding[] = [];
  const detail = `${outboxEvents.length} events for ${runs.length} transitions`;
  if (runs.length > 1) found.push({ kind: 'duplicate', detail: `published ${runs.length} times` });
  if (outboxEvents.length > runs.length) found.push({ kind: 'extra-event', detail });
  if (outboxEvents.length < runs.length) found.push({ kind: 'missing-event', detail });
  return found;
}

/** Checks that the post was not published before its due time, nor after a withdrawal that was acknowledged. */
function timingFindings({ operations, runs }: PostHistory, target: Target): Finding[] {
  return runs.flatMap((run): Finding[] => {
    const due = dueAtOf(operations, run.at);
    const early = Math.min(...due) - run.at;
    return [
      ...(due.length > 0 && early > 0 ? [{ kind: 'early' as const, detail: `${early} ms before the due time` }] : []),
      // A 2xx acknowledged the withdrawal before the publication.
      ...(target.withdrawnAt !== undefined && run.at > target.withdrawnAt
        ? [{ kind: 'published-after-unschedule' as const, detail: 'published after the 2xx of the withdrawal' }]
        : []),
    ];
  });
}

/** Checks the final state of the post and the titles in its events. Concurrent operations may have happened in any order. */
function finalStateFindings({ operations, runs, outboxEvents, final, endAt }: PostHistory, target: Target): Finding[] {
  const found: Finding[] = [];
  const status = final?.status ?? 'gone';
  if (runs.length > 0 && !target.mayBeWithdrawn && status !== 'published')
    found.push({ kind: 'undone', detail: `published, and ${status} at the end` });
  if (target.withdrawnBy === 'delete' && final)
    found.push({ kind: 'undone', detail: 'deleted, but present at the end' });
  const titles = titlesOf(operations, endAt);
  if (final && titles.length > 0 && !titles.includes(final.title))
    found.push({ kind: 'lost-edit', detail: `“${final.title}” at the end, requested: ${titles.join(', ')}` });
  const [run] = runs;
  for (const { title } of run ? outboxEvents : []) {
    const possible = titlesOf(operations, run?.at ?? 0);
    if (title !== undefined && possible.length > 0 && !possible.includes(title))
      found.push({ kind: 'stale-event', detail: `published as “${title}”, the title was ${possible.join(' or ')}` });
  }
  return found;
}

/**
 * Compares the history of a post with the responses that its clients got.
 * @param hasFinalStates whether the history contains the final states of posts
 */
export function checkPost(post: PostHistory, hasFinalStates: boolean): Violation[] {
  const target = targetOf(post.operations);
  const found = countFindings(post);
  if (target) {
    if (post.runs.length === 0 && !target.mayBeWithdrawn && Math.max(...target.possibleDueAt) < post.endAt)
      found.push({ kind: 'lost', detail: `due ${new Date(target.dueAt).toISOString()}, never published` });
    found.push(...timingFindings(post, target));
    if (hasFinalStates) found.push(...finalStateFindings(post, target));
  }
  return found.map((finding) => ({ ...finding, subject: post.postId }));
}
