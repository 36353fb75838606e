import { Button, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Form } from '../../components/form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useChangePassword } from './staff-queries.ts';

/** Changes the user's own password. */
export function PasswordForm({ id }: { id: string }) {
  const t = useTranslations('staff');
  const change = useChangePassword(id);
  return (
    <Stack gap="md">
      <Title order={2} size="h2">
        {t('password')}
      </Title>
      <Form
        // A new key after each attempt empties the fields.
        key={change.submittedAt}
        keepsSpaces
        onSubmit={({ oldPassword = '', newPassword = '' }) =>
          change.mutate({ oldPassword, newPassword }, { onSuccess: () => notifyDone(t('passwordChanged')) })
        }
      >
        {change.error && <ErrorNotice error={change.error} />}
        <PasswordInput name="oldPassword" label={t('oldPassword')} autoComplete="current-password" required />
        <PasswordInput
          name="newPassword"
          label={t('newPassword')}
          description={t('passwordHelp')}
          minLength={10}
          autoComplete="new-password"
          required
        />
        <Group>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('changePassword')}
          </Button>
        </Group>
      </Form>
    </Stack>
  );
}
