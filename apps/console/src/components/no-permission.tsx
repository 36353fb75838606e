import { useTranslations } from 'use-intl';
import { Message } from './message.tsx';
import { Page } from './page.tsx';

interface Props {
  /** The title of the screen; absent in the editor, and inside a `Page`, which already shows a title. */
  title?: string;
}

export function NoPermission({ title }: Props) {
  const t = useTranslations('common');
  const message = <Message title={t('noPermissionTitle')} text={t('noPermissionText')} />;
  return title ? <Page title={title}>{message}</Page> : message;
}
