import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useSignIn } from '../../../api/session.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';

interface Props {
  email: string;
  onDone: () => void;
}

/** A dialog over the open editor, in which the user signs in again after the session has ended. */
export function SignInDialog({ email, onDone }: Props) {
  const t = useTranslations();
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate({ email, password }, { onSuccess: onDone });
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('editor.signedOutTitle')}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('editor.signedOutText')}</Text>
          {signIn.error && <ErrorNotice error={signIn.error} />}
          <TextInput label={t('signIn.email')} value={email} readOnly autoComplete="username" />
          <PasswordInput
            label={t('signIn.password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
