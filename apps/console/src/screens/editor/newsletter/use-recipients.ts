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

/** The number of members who would get the post by mail now. @param post undefined if the post cannot be mailed */
export function useRecipients(post: Post | undefined, snapshot: Snapshot, choice: NewsletterChoice): Recipients {
  const isMailed = post !== undefined && choice.destination !== 'site';
  const { data, error, isFetching } = useQuery({
    ...recipientsQuery(post ?? NO_POST, snapshot.fields.visibility, choice.filter),
    enabled: isMailed,
    placeholderData: keepPreviousData,
  });
  return { count: isMailed && !error && !isFetching ? data : undefined, error: isMailed ? error : null };
}

/** Makes a query without a post possible, which is not enabled. */
const NO_POST: Pick<Post, 'id' | 'updated_at'> = { id: '', updated_at: null };
