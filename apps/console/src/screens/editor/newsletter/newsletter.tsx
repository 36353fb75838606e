import { Skeleton, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { DialogProps } from '../editor-props.ts';
import { NewsletterFields } from './newsletter-fields.tsx';
import type { NewsletterState } from './use-newsletter.ts';

/** The height of the placeholder while a new post is saved. It is about the height of the radio buttons for the destination. */
const PLACEHOLDER_HEIGHT_PX = 110;

/** The newsletter part of a publish form. It is empty for pages, and for new posts that could not be saved. */
export function Newsletter({ newsletter, ...props }: DialogProps & { newsletter: NewsletterState }) {
  const t = useTranslations('newsletter');
  const format = useFormatter();
  const { type, snapshot } = props;
  if (type === 'pages') return null;
  // The publish dialog saves a new post when it opens.
  if (!snapshot.post) return snapshot.state.name === 'saving' ? <Skeleton h={PLACEHOLDER_HEIGHT_PX} /> : null;
  const { email } = snapshot.post;
  if (!email) return <NewsletterFields {...props} post={snapshot.post} newsletter={newsletter} />;
  const at = format.dateTime(new Date(email.created_at ?? 0), { dateStyle: 'medium', timeStyle: 'short' });
  return <Text size="sm">{t('mailedBefore', { at })}</Text>;
}
