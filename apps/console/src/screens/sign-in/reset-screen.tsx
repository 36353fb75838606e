import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useMailedToken } from './mailed-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { resetPassword } from './sign-in-queries.ts';

/** The screen of a mailed link, on which users choose a new password. */
export function ResetScreen() {
  const t = useTranslations('signIn');
  const token = useMailedToken();
  const navigate = useNavigate();
  const reset = useMutation({
    mutationFn: (password: string) => resetPassword(token, password),
    onSuccess: () => navigate({ to: '/signin', search: { completed: 'reset' } }),
  });
  return (
    <SignInFrame title={t('resetTitle')} error={reset.error} onSubmit={({ password = '' }) => reset.mutate(password)}>
      <PasswordInput
        name="password"
        label={t('newPassword')}
        description={t('passwordHelp')}
        minLength={10}
        autoComplete="new-password"
        required
        autoFocus
      />
      <Button type="submit" loading={reset.isPending}>
        {t('resetSubmit')}
      </Button>
    </SignInFrame>
  );
}
