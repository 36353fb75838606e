import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Post } from '../model/fields.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { NewsletterChoice } from './newsletter-choice.ts';
import { recipientsQuery } from './newsletter-queries.ts';

interface Recipients {
  /** Undefined while the server counts, and for a post that is not mailed. */
  count: number | undefined;
  error: Error | null;
}

/** How many members would get the post by mail now. */
export function useRecipients(post: Post | undefined, snapshot: Snapshot, choice: NewsletterChoice): Recipients {
  const isMailed = post !== undefined && choice.destination !== 'site';
  const { data, error, isFetching } = useQuery({
    ...recipientsQuery(post ?? EMPTY, snapshot.fields.visibility, choice.filter),
    enabled: isMailed,
    placeholderData: keepPreviousData,
  });
  return { count: isMailed && !error && !isFetching ? data : undefined, error: isMailed ? error : null };
}

const EMPTY: Pick<Post, 'id' | 'updated_at'> = { id: '', updated_at: null };
