import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { LoadFailure, Missing } from '../../components/load-failure.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { chosenLanguage } from '../../i18n/languages.ts';
import { calendarAccountQuery } from '../calendar/calendar-queries.ts';
import { titleOf } from '../calendar/items.ts';
import { dayIn } from '../calendar/plain-date.ts';
import { EventForm } from './event-form.tsx';
import { eventQuery } from './event-queries.ts';
import { formOf, newForm } from './form-model.ts';

const ResponsesSection = lazyPart(async () => ({
  default: (await import('./responses/responses-section.tsx')).ResponsesSection,
}));
const DeleteEvent = lazyPart(async () => ({ default: (await import('./delete-event.tsx')).DeleteEvent }));
const OccurrencesPanel = lazyPart(async () => ({
  default: (await import('./occurrences-panel.tsx')).OccurrencesPanel,
}));

const route = getRouteApi('/shell/events/$id');

/** The screen of a new or an existing event. */
export function EventScreen() {
  const { id } = route.useParams();
  return id === 'new' ? <NewEvent /> : <StoredEvent key={id} id={id} />;
}

function NewEvent() {
  const t = useTranslations('events');
  const timeZone = useTimeZone() ?? 'UTC';
  const [defaults] = useState(() => newForm(dayIn(new Date(), timeZone), timeZone, chosenLanguage()));
  return (
    <Page title={t('newTitle')} width="narrow">
      <EventForm loaded={defaults} />
    </Page>
  );
}

function StoredEvent({ id }: { id: string }) {
  const t = useTranslations('events');
  const eventResult = useQuery(eventQuery(id));
  const accountResult = useQuery(calendarAccountQuery);
  const [details, account] = [eventResult.data, accountResult.data];
  // After a failed refetch, the form stays on the screen with the text that the user has typed.
  if (!details || !account) {
    const retry = (): void => {
      for (const result of [eventResult, accountResult]) if (result.error) void result.refetch();
    };
    return (
      <Page title={t('event')} width="narrow">
        <UnloadedEvent isMissing={details === null} error={eventResult.error ?? accountResult.error} onRetry={retry} />
      </Page>
    );
  }
  const isOwn = details.event.owner.id === account.id;
  return (
    <Page
      title={titleOf(details.event.info, navigator.languages)}
      width="narrow"
      actions={
        isOwn && (
          <>
            <Button size="sm" variant="default" component="a" href="#answers">
              {t('answers')}
            </Button>
            <PartBoundary>
              <DeleteEvent details={details} />
            </PartBoundary>
          </>
        )
      }
    >
      <EventForm
        id={id}
        loaded={formOf(details)}
        updatedAt={details.updatedAt}
        otherOwner={isOwn ? undefined : details.event.owner.name}
      />
      <PartBoundary>
        <ResponsesSection details={details} isOwn={isOwn} />
      </PartBoundary>
      {details.event.time.recurrence && (
        <PartBoundary>
          <OccurrencesPanel details={details} isOwn={isOwn} />
        </PartBoundary>
      )}
    </Page>
  );
}

interface UnloadedProps {
  isMissing: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** Shown in place of an event that is loading, could not be loaded, or does not exist. */
function UnloadedEvent({ isMissing, error, onRetry }: UnloadedProps) {
  if (isMissing) return <Missing kind="event" to="/events" />;
  if (error) return <LoadFailure kind="event" to="/events" error={error} onRetry={onRetry} />;
  return <SkeletonRows rows={8} height={60} />;
}
