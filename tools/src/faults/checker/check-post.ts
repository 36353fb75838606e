import type { HistoryLine } from '../history';
import { dueAtOf, type OperationLine, type Target, targetOf, titlesOf } from './targets';

export type Transition = Extract<HistoryLine, { type: 'transition' }>;
export type OutboxEventLine = Extract<HistoryLine, { type: 'outboxEvent' }>;
export type PostLine = Extract<HistoryLine, { type: 'post' }>;

/** A promise that was not kept, in words. */
export interface Violation {
  kind:
    | 'lost'
    | 'duplicate'
    | 'early'
    | 'extra-outboxEvent'
    | 'missing-outboxEvent'
    | 'published-after-unschedule'
    | 'undone'
    | 'lost-edit'
    | 'stale-outboxEvent'
    | 'undelivered'
    | 'unmarked'
    | 'wrong-gauge'
    | 'wrong-instant';
  postId: string;
  detail: string;
}

/** All that is known of one post. */
export interface PostHistory {
  postId: string;
  operations: OperationLine[];
  /** Its transitions to `published`. */
  runs: Transition[];
  /** Its outbox rows of being published. */
  outboxEvents: OutboxEventLine[];
  /** The post at the end; undefined when it is gone, or nobody looked. */
  final?: PostLine;
  endAt: number;
}

type Finding = Omit<Violation, 'postId'>;

/** One run, one outbox row: for every post there is, whoever was told what. */
function countingOf({ runs, outboxEvents }: PostHistory): Finding[] {
  const found: Finding[] = [];
  const detail = `${outboxEvents.length} outboxEvents for ${runs.length} transitions`;
  if (runs.length > 1) found.push({ kind: 'duplicate', detail: `published ${runs.length} times` });
  if (outboxEvents.length > runs.length) found.push({ kind: 'extra-outboxEvent', detail });
  if (outboxEvents.length < runs.length) found.push({ kind: 'missing-outboxEvent', detail });
  return found;
}

function timingOf({ operations, runs }: PostHistory, target: Target): Finding[] {
  return runs.flatMap((run): Finding[] => {
    const due = dueAtOf(operations, run.at);
    const early = Math.min(...due) - run.at;
    return [
      ...(due.length > 0 && early > 0 ? [{ kind: 'early' as const, detail: `${early} ms before it was due` }] : []),
      ...(target.withdrawnAt !== undefined && run.at > target.withdrawnAt
        ? [{ kind: 'published-after-unschedule' as const, detail: 'published after its 2xx' }]
        : []),
    ];
  });
}

/** Whether the post stands at the end as its answers say, in some order that fits them. */
function finalStateOf({ operations, runs, outboxEvents, final, endAt }: PostHistory, target: Target): Finding[] {
  const found: Finding[] = [];
  const status = final?.status ?? 'gone';
  if (runs.length > 0 && !target.mayBeWithdrawn && status !== 'published')
    found.push({ kind: 'undone', detail: `published, and ${status} at the end` });
  if (target.withdrawnBy === 'delete' && final) found.push({ kind: 'undone', detail: 'deleted, and there at the end' });
  const titles = titlesOf(operations, endAt);
  if (final && titles.length > 0 && !titles.includes(final.title))
    found.push({ kind: 'lost-edit', detail: `“${final.title}” at the end, asked for: ${titles.join(', ')}` });
  const [run] = runs;
  for (const { title } of run ? outboxEvents : []) {
    const told = titlesOf(operations, run?.at ?? 0);
    if (title !== undefined && told.length > 0 && !told.includes(title))
      found.push({ kind: 'stale-outboxEvent', detail: `published as “${title}”, it was ${told.join(' or ')}` });
  }
  return found;
}

/**
 * Holds what happened to a post against what its clients were told.
 * @param hasFinalStates whether the history tells how posts stand at the end
 */
export function checkPost(post: PostHistory, hasFinalStates: boolean): Violation[] {
  const target = targetOf(post.operations);
  const found = countingOf(post);
  if (target) {
    if (post.runs.length === 0 && !target.mayBeWithdrawn && Math.max(...target.possibleDueAt) < post.endAt)
      found.push({ kind: 'lost', detail: `due ${new Date(target.dueAt).toISOString()}, never published` });
    found.push(...timingOf(post, target));
    if (hasFinalStates) found.push(...finalStateOf(post, target));
  }
  return found.map((finding) => ({ ...finding, postId: post.postId }));
}
