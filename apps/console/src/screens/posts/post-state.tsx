import { useFormatter, useTranslations } from 'use-intl';
import { shownStatus } from '../../api/post-status.ts';
import type { ListedPost } from './posts-queries.ts';
import classes from './posts.module.css';

/** The status as text and coloured dot, and a date: of the last edit for drafts, of the publication for other posts. */
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

/** Only future dates are shown with their time. */
const dateFormatOf = (status: ListedPost['status']) => (status === 'scheduled' ? MINUTE : DAY);
