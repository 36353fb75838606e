import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useMailedToken } from './mailed-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { acceptInvitation, addressOfInvitation } from './sign-in-queries.ts';

/** The screen of an invitation link, on which an invited person creates their account. */
export function InvitationScreen() {
  const t = useTranslations('signIn');
  const token = useMailedToken();
  const address = addressOfInvitation(token);
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: () => navigate({ to: '/signin', search: { completed: 'invitation' } }),
  });
  const submit = ({ name = '', email = '', password = '' }: Record<string, string>): void =>
    accept.mutate({ token, name, email, password });
  return (
    <SignInFrame title={t('inviteTitle')} text={t('inviteText')} error={accept.error} onSubmit={submit}>
      <TextInput
        name="email"
        type="email"
        label={t('email')}
        defaultValue={address}
        readOnly={address !== ''}
        required
      />
      <TextInput name="name" label={t('name')} autoComplete="name" required autoFocus />
      <PasswordInput
        name="password"
        label={t('newPassword')}
        description={t('passwordHelp')}
        minLength={10}
        autoComplete="new-password"
        required
      />
      <Button type="submit" loading={accept.isPending}>
        {t('inviteSubmit')}
      </Button>
    </SignInFrame>
  );
}
