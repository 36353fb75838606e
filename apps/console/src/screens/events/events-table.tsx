import type { ListedEvent } from '@almanac/client';
import { Badge, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import { titleOf } from '../calendar/items.ts';
import { dayIn } from '../calendar/plain-date.ts';
import { nextStart } from './next-start.ts';
import { parseRecurrence } from './recurrence.ts';
import { STATUSES } from './statuses.ts';
import { useRecurrenceText } from './use-recurrence-text.ts';

interface Props {
  events: ListedEvent[];
  /** Whether the listed events are past. */
  isPast: boolean;
  /** The id of the user's account in the calendar API; undefined until the account is loaded. */
  accountId: string | undefined;
}

/** The table of events. The title in each row links to the screen of the event. */
export function EventsTable({ events, isPast, accountId }: Props) {
  const t = useTranslations('events');
  return (
    <Table highlightOnHover aria-label={t('title')}>
      <thead>
        <tr>
          <Table.Th>{t('eventTitle')}</Table.Th>
          <Table.Th w={{ base: '50%', sm: '34%' }}>{t(isPast ? 'starts' : 'nextDate')}</Table.Th>
          <Table.Th w="20%" visibleFrom="sm">
            {t('place')}
          </Table.Th>
          <Table.Th w={136} visibleFrom="sm">
            {t('owner')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {events.map((listed) => (
          <EventRow key={listed.event.id} listed={listed} isOwn={listed.event.owner.id === accountId} />
        ))}
      </tbody>
    </Table>
  );
}

function EventRow({ listed, isOwn }: { listed: ListedEvent; isOwn: boolean }) {
  const t = useTranslations('events');
  const format = useFormatter();
  const siteZone = useTimeZone();
  const textOf = useRecurrenceText();
  const { event, nextOccurrences } = listed;
  const { recurrence } = event.time;
  const start = event.time.start ?? '';
  const timeZone = event.time.timeZone ?? 'UTC';
  const status = STATUSES.find((known) => known === event.status);
  const isAllDay = nextOccurrences[0]?.isAllDay ?? listed.isAllDay;
  const options = isAllDay
    ? ({ timeZone, dateStyle: 'medium' } as const)
    : ({ timeZone, dateStyle: 'medium', timeStyle: 'short' } as const);
  return (
    <tr>
      <Table.Td>
        <Link className={table['title']} to="/events/$id" params={{ id: event.id }}>
          {titleOf(event.info, navigator.languages)}
        </Link>
        {status && status !== 'confirmed' && (
          <Badge ml="sm" variant="default">
            {t(`statuses.${status}`)}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" component="time" dateTime={nextStart(listed)} display="block">
          {format.dateTime(new Date(nextStart(listed)), options)}
        </Text>
        {!isAllDay && timeZone !== siteZone && (
          <Text size="xs" c="dimmed">
            {timeZone.replaceAll('_', ' ')}
          </Text>
        )}
        {recurrence && (
          <Text size="xs" c="dimmed">
            <IconRepeat size={12} aria-hidden />{' '}
            {textOf(parseRecurrence(event.time, start, timeZone), dayIn(start, timeZone))}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {event.location.name || event.location.address}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {isOwn ? t('you') : event.owner.name}
      </Table.Td>
    </tr>
  );
}
