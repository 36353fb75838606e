import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
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

const ResponsesSection = lazy(async () => ({
  default: (await import('./responses/responses-section.tsx')).ResponsesSection,
}));
const DeleteEvent = lazy(async () => ({ default: (await import('./delete-event.tsx')).DeleteEvent }));
const OccurrencesPanel = lazy(async () => ({ default: (await import('./occurrences-panel.tsx')).OccurrencesPanel }));

const route = getRouteApi('/shell/events/$id');

/** The screen of a new or an existing event. */
export function EventScreen() {
  const { id } = route.useParams();
  return id === 'new' ? <NewEvent /> : <StoredEvent key={id} id={id} />;
}

function NewEvent() {
  const t = useTranslations('events');
  const timeZone = useTimeZone() ?? 'UTC';
  const [initial] = useState(() => newForm(dayIn(new Date(), timeZone), timeZone, chosenLanguage()));
  return (
    <Page title={t('newTitle')} width="narrow">
      <EventForm initial={initial} />
    </Page>
  );
}

function StoredEvent({ id }: { id: string }) {
  const t = useTranslations('events');
  const { data: details, error, isLoading, refetch } = useQuery(eventQuery(id));
  const { data: account } = useQuery(calendarAccountQuery);
  if (error || (!isLoading && !details))
    return (
      <Page title={t('eventTitle')} width="narrow">
        {error ? (
          <LoadFailure kind="event" to="/events" error={error} onRetry={() => void refetch()} />
        ) : (
          <Missing kind="event" to="/events" />
        )}
      </Page>
    );
  if (!details || !account)
    return (
      <Page title={t('eventTitle')} width="narrow">
        <SkeletonRows rows={8} height={60} />
      </Page>
    );
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
            <Suspense>
              <DeleteEvent details={details} />
            </Suspense>
          </>
        )
      }
    >
      <EventForm
        key={details.updatedAt}
        id={id}
        initial={formOf(details)}
        otherOwner={isOwn ? undefined : details.event.owner.name}
      />
      <Suspense>
        <ResponsesSection details={details} isOwn={isOwn} />
      </Suspense>
      {details.event.time.recurrence && (
        <Suspense>
          <OccurrencesPanel details={details} isOwn={isOwn} />
        </Suspense>
      )}
    </Page>
  );
}
