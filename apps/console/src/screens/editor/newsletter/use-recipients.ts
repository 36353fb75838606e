import { useQuery } from '@tanstack/react-query';
import type { Post } from '../model/fields.ts';
import { recipientsQuery } from './newsletter-queries.ts';

/** For the key of the query while there is no post. The query is disabled then. */
const NO_POST: Pick<Post, 'id' | 'updated_at'> = { id: '', updated_at: null };

export interface Recipients {
  /** Undefined until the server has counted with this filter, while it counts again, after an error, and for a post that is not mailed. */
  count: number | undefined;
  error: Error | null;
}

/**
 * The number of members who would get the post by mail now.
 * @param post undefined if the post is not mailed
 * @param filter the recipient filter
 */
export function useRecipients(post: Post | undefined, visibility: Post['visibility'], filter: string): Recipients {
  const isMailed = post !== undefined;
  const { data, error, isFetching } = useQuery({
    ...recipientsQuery(post ?? NO_POST, visibility, filter),
    enabled: isMailed,
  });
  return { count: isMailed && !error && !isFetching ? data : undefined, error: isMailed ? error : null };
}
