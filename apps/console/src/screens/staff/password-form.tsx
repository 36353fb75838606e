import { Button, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Form } from '../../components/form.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useChangePassword } from './staff-queries.ts';

/** The form in which users change their own password. @param props `id` is the id of the signed-in user */
export function PasswordForm({ id }: { id: string }) {
  const t = useTranslations('staff');
  const change = useChangePassword(id);
  return (
    <Stack gap="md">
      <Title order={2} size="h2">
        {t('password')}
      </Title>
      <Form
        // The key changes with each attempt. React then creates a new form with empty fields.
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
