import { Button, CopyButton, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useCreateSignInLink } from './members-queries.ts';

/** The button that creates a link with which staff sign in as the member, to see the site as the member does. */
export function SignInLink({ id }: { id: string }) {
  const t = useTranslations('members');
  const link = useCreateSignInLink();
  return (
    <Stack gap="sm" mt="lg">
      <Divider />
      <Text size="sm" fw={550}>
        {t('signInLink')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('signInLinkHelp')}
      </Text>
      {link.error && <ErrorNotice error={link.error} />}
      {link.data ? (
        <Group gap="sm" wrap="nowrap">
          <TextInput flex={1} readOnly aria-label={t('signInLink')} value={link.data} />
          <CopyButton value={link.data}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : (
        <Group>
          <Button size="xs" variant="default" loading={link.isPending} onClick={() => link.mutate(id)}>
            {t('signInLinkMake')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
