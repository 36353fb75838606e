import type { AdminSchemas } from './admin.ts';

type Post = AdminSchemas['Post'];

/** The status under which the Console shows a post. A post that was sent only by e-mail is `sent`, because it is not on the site. */
export function shownStatus({ status, email_only }: Pick<Post, 'status' | 'email_only'>): Post['status'] | 'sent' {
  return status === 'published' && email_only ? 'sent' : status;
}
