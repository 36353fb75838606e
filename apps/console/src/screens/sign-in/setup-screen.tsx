import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { admin } from '../../api/admin.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { completeSetup, type Setup } from './sign-in-queries.ts';

/** The screen for the setup of a new site: its title and its owner. */
export function SetupScreen() {
  const t = useTranslations('signIn');
  const navigate = useNavigate();
  const cache = useQueryClient();
  const setUp = useMutation({
    mutationFn: async (setup: Setup) => {
      await completeSetup(setup);
      // If this fails, the user signs in on the next screen: the account exists, and a second setup would be refused.
      await admin.signIn(setup).catch(() => undefined);
    },
    onSuccess: async () => {
      await cache.resetQueries();
      await navigate({ to: '/' });
    },
  });
  const submit = ({ blogTitle = '', name = '', email = '', password = '' }: Record<string, string>): void =>
    setUp.mutate({ blogTitle, name, email, password });
  return (
    <SignInFrame title={t('setupTitle')} text={t('setupText')} error={setUp.error} onSubmit={submit}>
      <TextInput name="blogTitle" label={t('siteTitle')} required autoFocus />
      <TextInput name="name" label={t('name')} autoComplete="name" required />
      <TextInput name="email" type="email" label={t('email')} autoComplete="username" required />
      <PasswordInput
        name="password"
        label={t('password')}
        description={t('passwordHelp')}
        minLength={10}
        autoComplete="new-password"
        required
      />
      <Button type="submit" loading={setUp.isPending}>
        {t('setupSubmit')}
      </Button>
    </SignInFrame>
  );
}
