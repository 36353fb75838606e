import { Alert, Anchor, Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { setupQuery } from './sign-in-queries.ts';
import { useSignIn } from '../../api/session.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const route = getRouteApi('/signin');

/**
 * The sign-in screen. Search parameters: `next` is the path that opens after the sign-in; `completed` says that the user has just reset
 * their password or accepted an invitation.
 */
export function SignInScreen() {
  const t = useTranslations('signIn');
  const { next, completed } = route.useSearch();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const { data: isSetUp = true } = useQuery(setupQuery);
  if (!isSetUp) return <Navigate to="/setup" replace />;
  const submit = ({ email = '', password = '' }: Record<string, string>): void =>
    signIn.mutate({ email, password }, { onSuccess: () => void navigate({ to: next ?? '/' }) });
  return (
    <SignInFrame title={t('title')} error={signIn.error} onSubmit={submit}>
      {completed && !signIn.error && (
        <Alert color="accent" role="status">
          {t(completed === 'reset' ? 'resetDone' : 'inviteDone')}
        </Alert>
      )}
      <TextInput name="email" type="email" label={t('email')} autoComplete="username" required autoFocus />
      <PasswordInput name="password" label={t('password')} autoComplete="current-password" required />
      <Button type="submit" loading={signIn.isPending}>
        {t('submit')}
      </Button>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/forgot" />}>
        {t('forgot')}
      </Anchor>
    </SignInFrame>
  );
}
