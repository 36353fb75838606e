import { NotFoundError, ValidationError } from '@almanac/client';
import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { Messages } from '../i18n/en/index.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Message } from './message.tsx';

interface MissingProps {
  /** The kind of the missing resource. */
  kind: keyof Messages['common']['missing'];
  /** The path of the link back, e.g. to the list of tags for a missing tag. By default the calendar, which all users can open. */
  to?: LinkProps['to'];
  /** Called by a button that replaces the link, e.g. to close a drawer that covers the list. */
  onBack?: () => void;
}

/** Reports that the resource of the URL does not exist, with a link back. */
export function Missing({ kind, to = '/', onBack }: MissingProps) {
  const t = useTranslations('common');
  const action = onBack ? (
    <Button variant="default" onClick={onBack}>
      {t('backToList')}
    </Button>
  ) : (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={to} />}>
      {t(to === '/' ? 'goHome' : 'backToList')}
    </Button>
  );
  return <Message title={t(`missing.${kind}`)} text={t('notFoundText')} action={action} />;
}

interface Props extends MissingProps {
  error: unknown;
  onRetry: () => void;
}

/** Explains why the resource of the URL is not shown. A ValidationError means a malformed id, which no resource can have. */
export function LoadFailure({ error, onRetry, ...missing }: Props) {
  const isMissing = error instanceof NotFoundError || error instanceof ValidationError;
  return isMissing ? <Missing {...missing} /> : <ErrorNotice error={error} onRetry={onRetry} />;
}
