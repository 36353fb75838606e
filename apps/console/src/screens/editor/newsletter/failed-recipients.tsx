import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { KEEP_PREVIOUS_RESULT } from '../../../api/query-client.ts';
import { Table } from '../../../components/table.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { type Newsletter, failedRecipientsQuery } from './newsletter-queries.ts';

/** The members to whom the mail could not be sent, each with the error. The list loads when the user opens it. */
export function FailedRecipients({ newsletter }: { newsletter: Newsletter }) {
  const t = useTranslations('newsletter');
  const [isShown, { toggle }] = useDisclosure();
  const { data, error } = useQuery({ ...failedRecipientsQuery(newsletter), ...KEEP_PREVIOUS_RESULT, enabled: isShown });
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="compact-sm" variant="transparent" px={0} onClick={toggle} aria-expanded={isShown}>
        {t(isShown ? 'hideFailed' : 'showFailed')}
      </Button>
      {isShown && error && <ErrorNotice error={error} />}
      {isShown && data && (
        <Table style={{ overflowWrap: 'anywhere' }}>
          <thead>
            <tr>
              <Table.Th>{t('member')}</Table.Th>
              <Table.Th>{t('reason')}</Table.Th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, member, error: reason }) => (
              <tr key={id}>
                <Table.Td>{member?.email ?? t('deletedMember')}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {isShown && data && data.length < newsletter.failed && (
        <Text size="sm">{t('moreFailed', { count: newsletter.failed - data.length })}</Text>
      )}
    </Stack>
  );
}
