import { Alert, Button, Fieldset, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { CategoriesField } from './categories-field.tsx';
import { useSaveEvent } from './event-queries.ts';
import type { EventFormValues, LocalTimes } from './form-model.ts';
import { InformationFields } from './information-fields.tsx';
import { STATUSES } from './statuses.ts';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import { useFormValues } from './use-form-values.ts';

/** Loads when a field gets the focus for the first time, or when a value changes without the focus, e.g. by the button of a category. */
const UnsavedChanges = lazyPart(async () => ({
  default: (await import('../../components/unsaved-changes.tsx')).UnsavedChanges,
}));

interface Props {
  /** Absent for a new event. */
  id?: string;
  /** The values of the stored event, or the defaults of a new event. */
  loaded: EventFormValues;
  /** When the stored event was last changed, in RFC 3339; absent for a new event. */
  updatedAt?: string;
  /** The name of the owner if the user is not the owner. The form is then read-only. */
  otherOwner?: string | undefined;
}

/** The form that creates or edits an event. */
export function EventForm({ id, loaded, updatedAt, otherOwner }: Props) {
  const t = useTranslations('events');
  const navigate = useNavigate();
  const { form, setForm, markSaved, hasChanges } = useFormValues(loaded, updatedAt);
  const [isUsed, setUsed] = useState(false);
  const change = (values: Partial<EventFormValues>): void => {
    setUsed(true);
    setForm((old) => ({ ...old, ...values }));
  };
  const changeTimes = (values: Partial<LocalTimes>): void => {
    // Without `storedTime`, saving sends the times of the form. It would otherwise send the stored times.
    change({ ...values, storedTime: undefined });
    // `moveRecurrence` adapts weekday and exceptions of the rule to the new start. `flushSync` renders the result at once. Before that, the
    // fields of the rule have the old recurrence, and a change in one of them would restore it.
    void import('./move-recurrence.ts')
      .then(({ moveRecurrence }) => flushSync(() => setForm(moveRecurrence)))
      // An error is ignored: saving imports the module again, and shows the error if the import fails again.
      .catch(() => undefined);
  };
  const save = useSaveEvent(id, (saved) => {
    markSaved(saved);
    notifyDone(t('saved'));
  });
  const submit = (): void =>
    save.mutate(form, {
      // Not called when the user has left the form meanwhile.
      onSuccess: (event) => {
        if (event && id === undefined)
          void navigate({ to: '/events/$id', params: { id: event.id }, ignoreBlocker: true });
      },
    });
  const isReadOnly = otherOwner !== undefined;
  return (
    <form
      onFocus={() => setUsed(true)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isUsed && (
        <PartBoundary failure={() => null}>
          {/* `staysOnSearch`: a filter of the answers changes only the search parameters, so the form stays open. */}
          <UnsavedChanges hasChanges={hasChanges} staysOnSearch />
        </PartBoundary>
      )}
      <Stack gap="lg">
        {isReadOnly && <Alert title={t('foreignTitle', { name: otherOwner })}>{t('foreignText')}</Alert>}
        <Fieldset disabled={isReadOnly} variant="unstyled" aria-label={t('event')}>
          <Stack gap="lg">
            <InformationFields info={form.info} onChange={(info) => change({ info })} />
            <TimeFields times={form} onChange={changeTimes} />
            <RecurrenceFields form={form} onChange={(recurrence) => change({ recurrence, storedTime: undefined })} />
            <DetailFields form={form} onChange={change} />
          </Stack>
        </Fieldset>
        {save.error && <ErrorNotice error={save.error} />}
        {!isReadOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t(id === undefined ? 'submitNew' : 'submit')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

interface DetailProps {
  form: EventFormValues;
  onChange: (values: Partial<EventFormValues>) => void;
}

/** The fields for the place, the address, the categories and the status. */
function DetailFields({ form, onChange }: DetailProps) {
  const t = useTranslations('events');
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('place')}
          value={form.locationName}
          onChange={(event) => onChange({ locationName: event.currentTarget.value })}
          maxLength={1000}
        />
        <TextInput
          label={t('address')}
          value={form.locationAddress}
          onChange={(event) => onChange({ locationAddress: event.currentTarget.value })}
          maxLength={1000}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <CategoriesField value={form.categories} onChange={(list) => onChange({ categories: list })} />
        <NativeSelect
          label={t('status')}
          description={t('statusHelp')}
          value={form.status}
          onChange={({ currentTarget }) =>
            onChange({ status: STATUSES.find((status) => status === currentTarget.value) ?? 'confirmed' })
          }
          data={STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
        />
      </SimpleGrid>
    </>
  );
}
