import { useFormatter, useTranslations } from 'use-intl';
import { shownStatus } from '../../api/post-status.ts';
import type { ListedPost } from './posts-queries.ts';
import classes from './posts.module.css';

/** The status of a post as text and coloured dot, and a date: the last edit of a draft, the publication of any other post. */
export function PostState({ post }: { post: ListedPost }) {
  const t = useTranslations('posts');
  const format = useFormatter();
  const at = post.status === 'draft' ? post.updated_at : post.published_at;
  const date = at && format.dateTime(new Date(at), dateFormatOf(post.status));
  return (
    <span className={classes['state']} data-status={post.status}>
      {t(`statuses.${shownStatus(post)}`)}
      {date && (
        <>
          {' '}
          <time className={classes['date']} dateTime={at}>
            {date}
          </time>
        </>
      )}
    </span>
  );
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;

/** The date of a scheduled post is shown with its time. */
const dateFormatOf = (status: ListedPost['status']) => (status === 'scheduled' ? MINUTE : DAY);
