import { Button, CopyButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { rsvpQuery } from './response-queries.ts';
import type { OccurrenceOption } from './occurrences.ts';

interface Props {
  occurrence: OccurrenceOption;
  /** The setting `isOpen` of the event: whether it takes new answers. */
  acceptsResponses: boolean;
}

/** The URL of the page on which guests answer, or the reason why they cannot answer. */
export function GuestLink({ occurrence, acceptsResponses }: Props) {
  const t = useTranslations('answers');
  const fieldId = useId();
  const { data, error, isPending, refetch } = useQuery(rsvpQuery(occurrence.id));
  // After a failed refetch, the previous result stays on the screen.
  if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton h={76} />;
  if (!data?.isOpen) {
    // The occurrence takes no answers: it is cancelled, it has begun, or its event accepts none. If the event accepts none, the text still
    // depends on the start: guests can decline before the start, but not after it.
    const hasBegun = acceptsResponses || Date.parse(occurrence.start) <= Date.now();
    const closedReason = hasBegun ? 'noLinkBegun' : 'noLinkClosed';
    return (
      <Text size="sm" c="dimmed">
        {t(occurrence.isCancelled ? 'noLinkCancelled' : closedReason)}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Text component="label" size="sm" fw={500} htmlFor={fieldId}>
        {t('link')}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <TextInput
          id={fieldId}
          flex={1}
          readOnly
          value={data.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={data.url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="xs" c="dimmed">
        {t('linkHelp')}
      </Text>
    </Stack>
  );
}
