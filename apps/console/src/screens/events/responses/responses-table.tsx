import type { RsvpResponse } from '@almanac/client';
import { ActionIcon, Badge, Text, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { lazyPart, PartBoundary } from '../../../components/lazy-part.tsx';
import { Table } from '../../../components/table.tsx';
import classes from './responses.module.css';

const RemoveDialog = lazyPart(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }));

/** The guests and their answers, in the order in which the guests first requested a link or answered. */
export function ResponsesTable({ responses }: { responses: readonly RsvpResponse[] }) {
  const t = useTranslations('answers');
  const [toRemove, setToRemove] = useState<RsvpResponse>();
  // A request can end when the user has closed its dialog and opened that of another answer.
  const close = (): void => setToRemove((current) => (current === toRemove ? undefined : current));
  return (
    <>
      <Table aria-label={t('title')}>
        <thead>
          <tr>
            <Table.Th>{t('guest')}</Table.Th>
            <Table.Th w={{ base: 124, sm: 150 }}>{t('answer')}</Table.Th>
            <Table.Th w={72} visibleFrom="sm">
              {t('places')}
            </Table.Th>
            <Table.Th w={150} visibleFrom="sm">
              {t('when')}
            </Table.Th>
            <Table.Th w={48}>
              <VisuallyHidden>{t('actions')}</VisuallyHidden>
            </Table.Th>
          </tr>
        </thead>
        <tbody>
          {responses.map((response) => (
            <ResponseRow key={response.id} response={response} onRemove={() => setToRemove(response)} />
          ))}
        </tbody>
      </Table>
      {toRemove && (
        <PartBoundary>
          <RemoveDialog response={toRemove} onClose={close} />
        </PartBoundary>
      )}
    </>
  );
}

function ResponseRow({ response, onRemove }: { response: RsvpResponse; onRemove: () => void }) {
  const t = useTranslations('answers');
  const format = useFormatter();
  const { name, email, state, partySize, position: waitingPosition, updatedAt } = response;
  const when = format.dateTime(new Date(updatedAt), { dateStyle: 'medium', timeStyle: 'short' });
  const wantsPlaces = state === 'ATTENDING' || state === 'WAITING' || state === 'MAYBE';
  return (
    <tr>
      <Table.Td>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs">
          <a className={classes['address']} href={`mailto:${encodeURIComponent(email)}`}>
            <BreakableAddress email={email} />
          </a>
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {when}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge variant={state === 'ATTENDING' ? 'light' : 'default'}>{t(`states.${state}`)}</Badge>
        {waitingPosition !== null && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('position', { position: waitingPosition })}
          </Text>
        )}
        {wantsPlaces && (
          <Text size="xs" c="dimmed" mt={4} hiddenFrom="sm">
            {t('placeCount', { places: partySize })}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{wantsPlaces ? partySize : ''}</Table.Td>
      <Table.Td visibleFrom="sm">
        <time dateTime={updatedAt}>{when}</time>
      </Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="gray" aria-label={t('removeOf', { name })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </tr>
  );
}

/** An e-mail address that can wrap before its `@`. */
function BreakableAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
