import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Health } from './health-queries.ts';

type Problem = Health['newsletters']['failures'][number];

/**
 * The number of newsletters that are being sent, and at most 50 newsletters of the last seven days with a problem: they failed, were
 * stopped by the worker, wait because they cannot be rendered or the mail server accepts no mail, or failed for some recipients.
 */
export function NewsletterProblems({ newsletters: { sending, failures } }: { newsletters: Health['newsletters'] }) {
  const t = useTranslations('health');
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('newsletters')}
      </Title>
      <Text size="sm">
        {t('newslettersSending', { count: sending })} {failures.length === 0 && t('noFailedNewsletters')}
      </Text>
      {failures.map((problem) => (
        <NewsletterProblem key={problem.id} problem={problem} />
      ))}
    </Stack>
  );
}

function NewsletterProblem({ problem }: { problem: Problem }) {
  const t = useTranslations('health');
  const format = useFormatter();
  const { post_id: id, subject, status, recipients, sent, failed, error, created_at: at } = problem;
  const date = format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Stack gap={2}>
      <Anchor fw={600} w="fit-content" renderRoot={(props) => <Link {...props} to="/posts/$id" params={{ id }} />}>
        {subject}
      </Anchor>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t(`newsletterStatus.${status}`)}
        {error && `: ${error}`}
      </Text>
      <Text size="sm" c="dimmed">
        {date} · {t('newsletterCounts', { sent, recipients, failed })}
      </Text>
    </Stack>
  );
}
