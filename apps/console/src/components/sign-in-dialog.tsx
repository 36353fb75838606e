import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { SIGN_IN_URL, useSignIn } from '../api/session.ts';
import { ErrorNotice } from './error-notice.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface Props {
  email: string;
  /** Called after the sign-in, if the dialog is still mounted. */
  onDone?: () => void;
}

/**
 * A dialog over the open screen, in which the user signs in again after the session has ended. For another user, or a forgotten password, a
 * link leads to the sign-in screen. It loads the page again instead of using the router, so that the browser asks before unsaved changes
 * are left.
 */
export function SignInDialog({ email, onDone }: Props) {
  const t = useTranslations('signIn');
  const signIn = useSignIn();
  const [password, setPassword] = useState('');
  useReturnFocus(true);
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
      title={t('endedTitle')}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('endedText')}</Text>
          {signIn.error && <ErrorNotice error={signIn.error} />}
          <TextInput label={t('email')} value={email} readOnly autoComplete="username" />
          <PasswordInput
            label={t('password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
          <Button type="submit" loading={signIn.isPending}>
            {t('submit')}
          </Button>
          <Anchor size="sm" href={SIGN_IN_URL}>
            {t('openSignIn')}
          </Anchor>
        </Stack>
      </form>
    </Modal>
  );
}
