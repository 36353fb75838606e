import { ApiError, NoPermissionError } from '@almanac/client';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isConnectionProblem } from '../api/query-client.ts';
import { errorText, isGeneralRefusal } from './error-text.ts';
import { NoPermission } from './no-permission.tsx';

interface Props {
  error: unknown;
  onRetry?: () => void;
}

/**
 * Shows that the user has no permission, for a general refusal; that the server is unreachable, for a connection problem; otherwise the
 * text of `errorText`. The details of an `ApiError` follow. `onRetry` adds a button to try again, except for a general refusal.
 */
export function ErrorNotice({ error, onRetry }: Props) {
  const t = useTranslations('common');
  const isRefusal = error instanceof NoPermissionError;
  if (isRefusal && isGeneralRefusal(error)) return <NoPermission />;
  const isUnreachable = isConnectionProblem(error);
  const title = isRefusal ? 'noPermissionTitle' : 'errorTitle';
  return (
    <Alert role="alert" color="red" variant="light" title={t(isUnreachable ? 'unreachableTitle' : title)}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isUnreachable ? t('unreachableText') : errorText(error)}</Text>
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
  const shownAbove = errorText(error);
  return (
    <>
      {context && context !== shownAbove && <Text size="sm">{context}</Text>}
      {help && help !== shownAbove && <Text size="sm">{help}</Text>}
      {id && <Text size="xs">{t('errorReference', { id })}</Text>}
    </>
  );
}
