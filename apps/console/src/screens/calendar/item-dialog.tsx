import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCalendarTime, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTimeZone, useTranslations } from 'use-intl';
import { CancelOccurrence } from './cancel-occurrence.tsx';
import type { DialogState } from './dialog-state.ts';
import { useItemDescription } from './item-label.tsx';
import { type CalendarItem, isRecurring } from './items.ts';
import { addDays, type Day } from './plain-date.ts';

interface Props {
  item: CalendarItem;
  timeZone: string;
  onOpenDialog: (state: DialogState) => void;
  /** Called after an occurrence was cancelled. */
  onDone: () => void;
}

/** Describes an item, with the actions on it. */
export function ItemDialog({ item, timeZone, onOpenDialog, onDone }: Props) {
  const t = useTranslations('calendar');
  const describe = useItemDescription();
  const authorNames = item.dated?.authors.map(({ name }) => name) ?? [];
  const tagNames = item.dated?.tags.map(({ name }) => name) ?? item.node?.tags ?? [];
  // `||`, because the name can also be empty.
  const place = item.node?.location.name || item.node?.location.address;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm">{describe(item)}</Text>
        <ItemTimes item={item} timeZone={timeZone} />
        {place && <Text size="sm">{place}</Text>}
        {authorNames.length > 0 && (
          <Text size="sm" c="dimmed">
            {authorNames.join(', ')}
          </Text>
        )}
      </div>
      {tagNames.length > 0 && (
        <Group gap="xs">
          {tagNames.map((name) => (
            <Badge key={name} variant="default">
              {name}
            </Badge>
          ))}
        </Group>
      )}
      {item.isOverdue && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('overdueTitle')}>
          {t('overdueText')}
        </Alert>
      )}
      {item.node && item.canMove && isRecurring(item) && <CancelOccurrence node={item.node} onDone={onDone} />}
      <Group justify="flex-end">
        {item.canMove && (
          <Button
            variant="default"
            leftSection={<IconCalendarTime size={16} aria-hidden />}
            onClick={() => onOpenDialog({ type: 'reschedule', item })}
          >
            {t('reschedule')}
          </Button>
        )}
        <OpenButton item={item} />
      </Group>
    </Stack>
  );
}

function OpenButton({ item }: { item: CalendarItem }) {
  const t = useTranslations('calendar');
  const icon = <IconPencil size={16} aria-hidden />;
  if (item.node) {
    const { id } = item.node.occurrence.event;
    return (
      <Button
        leftSection={icon}
        renderRoot={(props) => <Link {...props} to="/events/$id" params={{ id }} />}
        data-autofocus
      >
        {t(item.canMove ? 'editEvent' : 'openEvent')}
      </Button>
    );
  }
  const to = item.dated.type === 'page' ? '/pages/$id' : '/posts/$id';
  return (
    <Button
      leftSection={icon}
      renderRoot={(props) => <Link {...props} to={to} params={{ id: item.dated.id }} />}
      data-autofocus
    >
      {t('open')}
    </Button>
  );
}

/** The days of an all-day item; for other items, the time in the zone of the calendar, and also in that of the site if the zones differ. */
function ItemTimes({ item, timeZone }: { item: CalendarItem; timeZone: string }) {
  const t = useTranslations('calendar');
  const format = useFormatter();
  const siteZone = useTimeZone() ?? 'UTC';
  const formatDay = (day: Day): string =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'full' });
  if (item.isAllDay) {
    const last = item.end ? addDays(item.end, -1) : item.start;
    return (
      <Text fw={600}>
        {last > item.start ? `${formatDay(item.start)} – ${formatDay(last)}` : formatDay(item.start)}
      </Text>
    );
  }
  const [start, end] = [new Date(item.start), new Date(item.end ?? item.start)];
  const formatTimesIn = (zone: string): string =>
    item.end
      ? format.dateTimeRange(start, end, { timeZone: zone, dateStyle: 'full', timeStyle: 'short' })
      : format.dateTime(start, { timeZone: zone, dateStyle: 'full', timeStyle: 'short' });
  return (
    <>
      <Text fw={600}>{formatTimesIn(timeZone)}</Text>
      <Text size="xs" c="dimmed">
        {t('inZone', { zone: timeZone })}
        {timeZone !== siteZone && ` · ${t('siteTime', { time: formatTimesIn(siteZone) })}`}
      </Text>
    </>
  );
}
