import { Avatar, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';

/** A button with the picture of the user. It opens the account menu. */
export function AccountButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const t = useTranslations('navigation');
  const user = useCurrentUser();
  return (
    <UnstyledButton aria-label={t('account')} aria-haspopup="menu" {...props}>
      <Avatar src={user.profile_image} name={user.name} size="sm" alt="" />
    </UnstyledButton>
  );
}
