import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { SignInFrame } from './sign-in-frame.tsx';
import { requestPasswordReset } from './sign-in-queries.ts';

/** The screen on which users who forgot their password request a link by mail. */
export function ForgotScreen() {
  const t = useTranslations('signIn');
  const request = useMutation({ mutationFn: requestPasswordReset });
  return (
    <SignInFrame
      title={t('forgotTitle')}
      text={t('forgotText')}
      error={request.error}
      onSubmit={({ email = '' }) => request.mutate(email)}
    >
      {request.isSuccess && (
        <Alert color="accent" role="status">
          {t('forgotSent', { email: request.variables })}
        </Alert>
      )}
      <TextInput name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <Button type="submit" loading={request.isPending}>
        {t('forgotSubmit')}
      </Button>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/signin" />}>
        {t('backToSignIn')}
      </Anchor>
    </SignInFrame>
  );
}
