import { ApiError, NoPermissionError, ValidationError } from '@almanac/client';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isConnectionProblem } from '../api/query-client.ts';
import { errorText } from './error-text.ts';
import { NoPermission } from './no-permission.tsx';

interface Props {
  error: unknown;
  onRetry?: () => void;
}

/**
 * An error with the message of the server, or the notice that the server is unreachable; `onRetry` adds a button to try again.
 * For a NoPermissionError, the notice that the user has no permission.
 */
export function ErrorNotice({ error, onRetry }: Props) {
  const t = useTranslations('common');
  if (error instanceof NoPermissionError) return <NoPermission />;
  const isUnreachable = isConnectionProblem(error);
  const text = isUnreachable ? t('unreachableText') : errorText(error);
  return (
    <Alert role="alert" color="red" variant="light" title={isUnreachable ? t('unreachableTitle') : t('errorTitle')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text}</Text>
        {error instanceof ApiError && <ErrorDetails error={error} />}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function ErrorDetails({ error }: { error: ApiError }) {
  const t = useTranslations('common');
  const { context, help, id } = error;
  // `errorText` already shows the help or the context of a validation error.
  const isShownAbove = error instanceof ValidationError && Boolean(help ?? context);
  return (
    <>
      {context && !isShownAbove && <Text size="sm">{context}</Text>}
      {help && !isShownAbove && <Text size="sm">{help}</Text>}
      {id && <Text size="xs">{t('errorReference', { id })}</Text>}
    </>
  );
}
