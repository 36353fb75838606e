import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Message } from '../../components/message.tsx';

export function NotFoundScreen() {
  const t = useTranslations('common');
  const action = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
      {t('goHome')}
    </Button>
  );
  return <Message title={t('notFoundTitle')} text={t('notFoundText')} action={action} />;
}
