import { Textarea } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { monospaceInput } from '../../components/monospace-input.ts';
import { type Settings, textSetting } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** The section of the settings with the HTML that the site adds to the head and to the end of each page. */
export function CodeSettings({ settings }: { settings: Settings }) {
  const t = useTranslations('settings');
  const areaProps = {
    autosize: true,
    minRows: 6,
    styles: monospaceInput,
  };
  return (
    <SettingsForm toSettings={(fields) => fields}>
      <Textarea
        name="codeinjection_head"
        label={t('codeHead')}
        description={t('codeHelp')}
        defaultValue={textSetting(settings, 'codeinjection_head')}
        {...areaProps}
      />
      <Textarea
        name="codeinjection_foot"
        label={t('codeFoot')}
        defaultValue={textSetting(settings, 'codeinjection_foot')}
        {...areaProps}
      />
    </SettingsForm>
  );
}
