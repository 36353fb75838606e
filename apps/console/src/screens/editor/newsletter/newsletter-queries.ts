import { queryOptions } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../../api/admin.ts';
import type { Post } from '../model/fields.ts';

/** A newsletter: the mail of one post to the members. */
export type Newsletter = AdminSchemas['Email'];
export type NewsletterOperation = 'pause' | 'resume' | 'cancel' | 'retry';

/**
 * The kinds of members for whom a mail can be previewed: paying members and members with the free plan. The mail can differ, e.g. only
 * paying members get the part of a paid post after its paywall.
 */
export const RECIPIENT_KINDS = ['paid', 'free'] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];

/** The values of `memberSegment` in the Admin API: NQL filters of members. */
const SEGMENTS = { free: 'status:free', paid: 'status:-free' } as const;
/** The interval between two requests for the progress of a newsletter. */
const REFRESH_INTERVAL_MS = 2_000;
/** The maximum number of listed recipients. */
const MAX_FAILED_RECIPIENTS = 100;

/** Whether a mail server is configured. */
export const mailServerQuery = queryOptions({
  queryKey: ['editor', 'mail-server'],
  queryFn: async ({ signal }) => (await admin.get('/config/', { signal })).config.mail !== '',
});

/** The number of members who would get the stored post by mail now, if it had this visibility and this recipient filter. */
export const recipientsQuery = (
  { id, updated_at: updatedAt }: Pick<Post, 'id' | 'updated_at'>,
  visibility: Post['visibility'],
  filter: string,
) =>
  queryOptions({
    queryKey: ['editor', 'recipients', id, updatedAt, visibility, filter],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { email_recipient_filter: filter, visibility } };
      const { recipients } = await admin.get('/email_previews/posts/{id}/recipients/', { params, signal });
      return recipients[0]?.count ?? 0;
    },
  });

/** The mail that members would get if the stored post were mailed now. */
export const mailPreviewQuery = ({ id, updated_at: updatedAt }: Post, reader: RecipientKind) =>
  queryOptions({
    queryKey: ['editor', 'mail-preview', id, updatedAt, reader],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { memberSegment: SEGMENTS[reader] } };
      const { email_previews: previews } = await admin.get('/email_previews/posts/{id}/', { params, signal });
      if (!previews[0]) throw new Error('The server sent no mail.');
      return previews[0];
    },
    gcTime: 0,
  });

interface TestMail {
  to: string;
  reader: RecipientKind;
  /** Not empty. */
  subject: string;
}

/** Sends the mail of the stored post to one address, for a test. */
export async function sendTestMail({ id }: Post, { to, reader, subject }: TestMail): Promise<void> {
  const body = { emails: [to], memberSegment: SEGMENTS[reader], subject };
  await admin.post('/email_previews/posts/{id}/', { params: { path: { id } }, body });
}

/** Whether the worker is sending the newsletter, or will begin to. */
export const isSending = ({ status }: Newsletter): boolean => status === 'pending' || status === 'submitting';

/**
 * The newsletter of a post; null without a newsletter. It is polled while it is being sent. It is read as a field of the post, because
 * authors may read posts, but not the resource `emails` of the Admin API.
 */
export const newsletterQuery = ({ id }: Post) =>
  queryOptions({
    queryKey: ['editor', 'newsletter', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { fields: 'id,email' } };
      return (await admin.get('/posts/{id}/', { params, signal })).posts[0]?.email ?? null;
    },
    refetchInterval: ({ state: { data } }) => (data && isSending(data) ? REFRESH_INTERVAL_MS : false),
  });

/** Pauses, resumes, cancels or retries the sending of a newsletter. @returns the changed newsletter */
export async function changeNewsletter(id: string, operation: NewsletterOperation): Promise<Newsletter | null> {
  const options = { params: { path: { id } } };
  const calls = {
    pause: () => admin.put('/emails/{id}/pause/', options),
    resume: () => admin.put('/emails/{id}/resume/', options),
    cancel: () => admin.put('/emails/{id}/cancel/', options),
    retry: () => admin.put('/emails/{id}/retry/', options),
  };
  return (await calls[operation]()).emails[0] ?? null;
}

/** At most `MAX_FAILED_RECIPIENTS` members to whom the mail could not be sent, with the errors. */
export const failedRecipientsQuery = ({ id, failed }: Newsletter) =>
  queryOptions({
    queryKey: ['editor', 'failed-recipients', id, failed],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { filter: 'status:failed', limit: MAX_FAILED_RECIPIENTS } };
      return (await admin.get('/emails/{id}/recipients/', { params, signal })).email_recipients;
    },
  });
