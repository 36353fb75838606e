import { Alert, Anchor, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { overdueQuery } from './calendar-queries.ts';
import { type CalendarItem, itemOfDated } from './items.ts';

const MAX_SHOWN = 5;

/**
 * A notice of the posts and pages whose publication or unpublication is overdue. It ignores the shown period and the filters, and lists
 * the first `MAX_SHOWN`.
 */
export function OverdueNotice({ onOpen }: { onOpen: (item: CalendarItem) => void }) {
  const t = useTranslations('calendar');
  const user = useCurrentUser();
  const { data: overdue } = useQuery(overdueQuery);
  if (!overdue?.dated.length) return null;
  const { dated: entries, isComplete } = overdue;
  return (
    <Alert
      color="red"
      mb="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t(isComplete ? 'overdueCount' : 'overdueMoreThan', { count: entries.length })}
    >
      <Group gap="sm">
        {entries.slice(0, MAX_SHOWN).map((dated) => (
          <Anchor
            key={`${dated.id}-${dated.event}`}
            component="button"
            type="button"
            size="sm"
            c="inherit"
            td="underline"
            onClick={() => onOpen(itemOfDated(dated, user, Date.now()))}
          >
            {dated.title}
          </Anchor>
        ))}
      </Group>
    </Alert>
  );
}
