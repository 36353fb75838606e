import type { EventDetails } from '@almanac/client';
import { Badge, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import { titleOf } from '../calendar/items.ts';
import { dayIn } from '../calendar/plain-date.ts';
import { parseRecurrence } from './recurrence.ts';
import { STATUSES } from './statuses.ts';
import { useRecurrenceText } from './use-recurrence-text.ts';

type Event = EventDetails['event'];

/** Events as rows that are links. */
export function EventsTable({ events, accountId }: { events: Event[]; accountId: string | undefined }) {
  const t = useTranslations('events');
  return (
    <Table highlightOnHover aria-label={t('title')}>
      <thead>
        <tr>
          <Table.Th>{t('eventTitle')}</Table.Th>
          <Table.Th w={{ base: '50%', sm: '34%' }}>{t('starts')}</Table.Th>
          <Table.Th w="20%" visibleFrom="sm">
            {t('place')}
          </Table.Th>
          <Table.Th w={136} visibleFrom="sm">
            {t('owner')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} isOwn={event.owner.id === accountId} />
        ))}
      </tbody>
    </Table>
  );
}

function EventRow({ event, isOwn }: { event: Event; isOwn: boolean }) {
  const t = useTranslations('events');
  const format = useFormatter();
  const textOf = useRecurrenceText();
  const { start, end, recurrence } = event.time;
  const timeZone = event.time.timeZone ?? 'UTC';
  const status = STATUSES.find((known) => known === event.status);
  const day = dayIn(start ?? 0, timeZone);
  const isAllDay = [start, end].every((text) => text?.slice(11, 19) === '00:00:00');
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
        <Text size="sm">{format.dateTime(new Date(start ?? 0), options)}</Text>
        {recurrence && (
          <Text size="xs" c="dimmed">
            <IconRepeat size={12} aria-hidden /> {textOf(parseRecurrence(event.time, day, timeZone), day)}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {event.location.name ?? event.location.address}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {isOwn ? t('you') : event.owner.name}
      </Table.Td>
    </tr>
  );
}
