import type { RsvpSettings } from '@almanac/client';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { lazyPart, PartBoundary } from '../../../components/lazy-part.tsx';
import { notifyDone, notifyError } from '../../../components/notify.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { MountOnFirstUse } from '../../../components/mount-on-first-use.tsx';
import { rsvpSettingsQuery, useSetRsvp } from './response-queries.ts';
import { TakenPlaces } from './taken-places.tsx';
import type { EventWithNextOccurrences } from './occurrences.ts';
import classes from './responses.module.css';

const ResponsesToOwnEvent = lazyPart(async () => ({
  default: (await import('./responses-to-own-event.tsx')).ResponsesToOwnEvent,
}));
const SettingsDialog = lazyPart(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }));

/**
 * The answers of guests to an event. The texts of the Console call them "answers", the calendar API calls them "RSVP responses". The
 * owner of the event sees names and settings; other users see only the numbers of the next occurrence: the taken places, the
 * capacity and the waiting list.
 */
export function ResponsesSection({ details, isOwn }: { details: EventWithNextOccurrences; isOwn: boolean }) {
  const t = useTranslations('answers');
  const { id } = details.event;
  const heading = useRef<HTMLHeadingElement>(null);
  // This component is lazy: when the browser scrolled to the fragment of the URL, the heading did not exist yet.
  useEffect(() => {
    if (window.location.hash === '#answers') heading.current?.scrollIntoView();
  }, []);
  const { data: settings, error, isPending, refetch } = useQuery(rsvpSettingsQuery(id));
  return (
    <Stack component="section" gap="md" mt="xl" aria-labelledby="answers">
      <Group justify="space-between" gap="sm">
        <Title ref={heading} order={2} size="h2" id="answers" className={classes['heading']}>
          {t('title')}
        </Title>
        {isOwn && settings && <SettingsButtons eventId={id} settings={settings} />}
      </Group>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows rows={3} />}
      {settings === null && <ResponsesOff eventId={id} isOwn={isOwn} />}
      {settings &&
        (isOwn ? (
          <PartBoundary fallback={<SkeletonRows rows={3} />}>
            <ResponsesToOwnEvent details={details} settings={settings} />
          </PartBoundary>
        ) : (
          <TakenPlaces details={details} />
        ))}
    </Stack>
  );
}

/** Shown for an event that has never taken answers. Its owner gets a button that lets it take answers. */
function ResponsesOff({ eventId, isOwn }: { eventId: string; isOwn: boolean }) {
  const t = useTranslations('answers');
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        {t(isOwn ? 'offText' : 'offForeignText')}
      </Text>
      {isOwn && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('take')}
        </Button>
      )}
      <MountOnFirstUse isUsed={isOpen}>
        <SettingsDialog eventId={eventId} settings={null} isOpen={isOpen} onClose={() => setOpen(false)} />
      </MountOnFirstUse>
    </Stack>
  );
}

function SettingsButtons({ eventId, settings }: { eventId: string; settings: RsvpSettings }) {
  const t = useTranslations('answers');
  const [isDialogOpen, setDialogOpen] = useState(false);
  const set = useSetRsvp(eventId);
  const change = (isOpen: boolean): void =>
    set.mutate(
      { isOpen },
      {
        onSuccess: () => notifyDone(t(isOpen ? 'opened' : 'closed')),
        onError: (error) => notifyError(t('notChanged'), error),
      },
    );
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" loading={set.isPending} onClick={() => change(!settings.isOpen)}>
        {t(settings.isOpen ? 'close' : 'open')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialogOpen(true)}>
        {t('settings')}
      </Button>
      <MountOnFirstUse isUsed={isDialogOpen}>
        <SettingsDialog
          eventId={eventId}
          settings={settings}
          isOpen={isDialogOpen}
          onClose={() => setDialogOpen(false)}
        />
      </MountOnFirstUse>
    </Group>
  );
}
