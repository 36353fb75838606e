import { useQuery } from '@tanstack/react-query';
import type { Post } from '../model/fields.ts';
import { recipientsQuery } from './newsletter-queries.ts';

/** The key of the query contains this placeholder while the query is disabled. */
const NO_POST: Pick<Post, 'id' | 'updated_at'> = { id: '', updated_at: null };

export interface Recipients {
  /** Undefined while the server counts, after an error, and for a post that is not mailed. */
  count: number | undefined;
  error: Error | null;
}

/**
 * The number of members who would get the post by mail if it were published now.
 * @param post undefined if the post is not mailed
 * @param visibility the visibility in the editor, which may not be saved yet
 * @param filter see `NewsletterChoice`
 */
export function useRecipients(post: Post | undefined, visibility: Post['visibility'], filter: string): Recipients {
  const isMailed = post !== undefined;
  const { data, error, isFetching } = useQuery({
    ...recipientsQuery(post ?? NO_POST, visibility, filter),
    enabled: isMailed,
  });
  return { count: isMailed && !error && !isFetching ? data : undefined, error: isMailed ? error : null };
}
