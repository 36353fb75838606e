import { Badge, Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Message } from '../../components/message.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { DeliveryDetail } from './delivery-detail.tsx';
import { deliveriesQuery, type Delivery } from './delivery-queries.ts';
import { deliveriesOf } from './delivery-pages.ts';
import classes from './integrations.module.css';
import { useFreshStatus } from './use-fresh-status.ts';

/** The deliveries of a webhook, the newest first. A click on a delivery shows its requests and responses below it. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useTranslations();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(webhookId),
  );
  const deliveries = deliveriesOf(data?.pages ?? []);
  useFreshStatus(data && deliveries);
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('integrations.deliveries')}
      </Title>
      {isPending && <SkeletonRows rows={5} height={44} />}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && deliveries.length === 0 && (
        <Message title={t('integrations.noDeliveriesTitle')} text={t('integrations.noDeliveriesText')} />
      )}
      <ul className={classes['list']}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      {hasNextPage && (
        <Group>
          <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: Delivery }) {
  const t = useTranslations('integrations');
  const format = useFormatter();
  const [isOpen, setOpen] = useState(false);
  const { id, created_at: createdAt, attempt_count: attempts, is_test: isTest } = delivery;
  return (
    <li>
      <UnstyledButton className={classes['row']} w="100%" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Group gap="sm">
          <IconChevronRight size={16} aria-hidden style={{ transform: isOpen ? 'rotate(90deg)' : undefined }} />
          <DeliveryState delivery={delivery} />
          {isTest && (
            <Text size="sm" c="dimmed">
              {t('testDelivery')}
            </Text>
          )}
        </Group>
        <Group gap="md">
          <Text size="sm" c="dimmed">
            {t('attempts', { count: attempts })}
          </Text>
          <Text size="sm" component="time">
            {createdAt && format.dateTime(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'medium' })}
          </Text>
        </Group>
      </UnstyledButton>
      {isOpen && <DeliveryDetail webhookId={webhookId} deliveryId={id} />}
    </li>
  );
}

/** The status of a delivery as a coloured badge. */
function DeliveryState({ delivery: { status, attempt_count: attempts } }: { delivery: Delivery }) {
  const t = useTranslations('integrations');
  if (status === 'delivered')
    return (
      <Badge color="accent" variant="light">
        {t('delivered')}
      </Badge>
    );
  if (status === 'pending')
    return (
      <Badge color={attempts > 0 ? 'yellow' : 'gray'} variant="light">
        {attempts > 0 ? t('retrying') : t('waiting')}
      </Badge>
    );
  return (
    <Badge color="red" variant="light">
      {t('failed')}
    </Badge>
  );
}
