import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { AdminSchemas } from '../api/admin.ts';

/** Links to the previous and the next page of a list. The search parameter `page` of the URL is the page number. */
export function Pager({ meta: { pagination } }: { meta: AdminSchemas['Meta'] }) {
  const t = useTranslations('common');
  const { page, limit, pages, total, prev, next } = pagination;
  if (pages < 2 || limit === 'all') return null;
  const from = (page - 1) * limit + 1;
  return (
    <Group component="nav" aria-label={t('pages')} justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {t('pageOf', { from, to: Math.min(page * limit, total), total })}
      </Text>
      <Group gap="sm">
        <PageButton page={prev} label={t('previousPage')} />
        <PageButton page={next} label={t('nextPage')} />
      </Group>
    </Group>
  );
}

function PageButton({ page, label }: { page: number | null; label: string }) {
  if (page === null)
    return (
      <Button size="xs" variant="default" disabled>
        {label}
      </Button>
    );
  const search = (current: object): object => ({ ...current, page: page > 1 ? page : undefined });
  return (
    <Button size="xs" variant="default" renderRoot={(props) => <Link {...props} to="." search={search} />}>
      {label}
    </Button>
  );
}
