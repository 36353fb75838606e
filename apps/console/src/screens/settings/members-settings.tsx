import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { VISIBILITIES } from '../posts/posts-search.ts';
import { objectSetting, type Settings, textSetting } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** The section of the settings for the sign-up of visitors, the default visibility of posts, and the sender of mails to members. */
export function MembersSettings({ settings }: { settings: Settings }) {
  const t = useTranslations('settings');
  const subscription = objectSetting(settings, 'members_subscription_settings');
  const [visibility, setVisibility] = useState(textSetting(settings, 'default_content_visibility') || 'public');
  const [allowsSignUp, setAllowsSignUp] = useState(subscription['allowSelfSignup'] !== false);
  const toSettings = ({ from = '' }: Record<string, string>): Settings => ({
    default_content_visibility: visibility,
    members_subscription_settings: JSON.stringify({
      ...subscription,
      allowSelfSignup: allowsSignUp,
      fromAddress: from.trim(),
    }),
  });
  const from = subscription['fromAddress'];
  return (
    <SettingsForm toSettings={toSettings}>
      <Switch
        label={t('selfSignUp')}
        description={t('selfSignUpHelp')}
        checked={allowsSignUp}
        onChange={(event) => setAllowsSignUp(event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('defaultVisibility')}
        description={t('defaultVisibilityHelp')}
        data={VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }))}
        value={visibility}
        onChange={(event) => setVisibility(event.currentTarget.value)}
      />
      <TextInput
        name="from"
        label={t('fromAddress')}
        description={t('fromAddressHelp')}
        defaultValue={typeof from === 'string' ? from : ''}
        maxLength={191}
      />
    </SettingsForm>
  );
}
