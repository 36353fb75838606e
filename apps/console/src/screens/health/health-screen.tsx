import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { NewsletterProblems } from './newsletter-problems.tsx';
import { FailedMails } from './failed-mails.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { type Health, healthQuery } from './health-queries.ts';
import { LatenessPlot } from './lateness-plot.tsx';
import { Measure } from './measure.tsx';

/** The screen of the health summary: due posts, backlogs, lateness and failures. */
export function HealthScreen() {
  const t = useTranslations('health');
  const { role } = useCurrentUser();
  const { data, error, refetch } = useQuery({ ...healthQuery, enabled: isScreenOffered('health', role) });
  if (!isScreenOffered('health', role)) return <NoPermission title={t('title')} />;
  return (
    <Page title={t('title')}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} height={96} />}
      {data && <Summary health={data} />}
    </Page>
  );
}

/** Outbox events, deliveries and mails are a problem if the oldest has waited longer than this. A due post is a problem at once. */
const LATE_SECONDS = 60;

function Summary({ health }: { health: Health }) {
  const t = useTranslations('health');
  const { due, outbox, deliveries, mails, migrations, webhooks, version } = health;
  const isLate = (seconds: number): boolean => seconds > LATE_SECONDS;
  return (
    <Stack gap="xl">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md">
        <Measure
          label={t('duePublish')}
          count={due.publish.count}
          ageSeconds={due.publish.oldest_age_seconds}
          isProblem={due.publish.count > 0}
        />
        <Measure
          label={t('dueUnpublish')}
          count={due.unpublish.count}
          ageSeconds={due.unpublish.oldest_age_seconds}
          isProblem={due.unpublish.count > 0}
        />
        <Measure
          label={t('outbox')}
          count={outbox.unrelayed}
          ageSeconds={outbox.oldest_age_seconds}
          isProblem={isLate(outbox.oldest_age_seconds)}
        />
        <Measure
          label={t('deliveries')}
          count={deliveries.due}
          ageSeconds={deliveries.oldest_age_seconds}
          isProblem={isLate(deliveries.oldest_age_seconds)}
        />
        <Measure
          label={t('mails')}
          count={mails.waiting}
          ageSeconds={mails.oldest_age_seconds}
          isProblem={isLate(mails.oldest_age_seconds)}
        />
      </SimpleGrid>
      <LatenessPlot lateness={health.lateness} />
      <FailingWebhooks webhooks={webhooks} />
      <NewsletterProblems newsletters={health.newsletters} />
      <FailedMails mails={mails} />
      <Text size="sm" c="dimmed">
        {t('version', { version })}{' '}
        {migrations.pending.length > 0 ? t('pendingMigrations', { count: migrations.pending.length }) : t('migrated')}
      </Text>
    </Stack>
  );
}
