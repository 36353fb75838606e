import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '../../components/error-notice.tsx';

/** The router shows this component in place of a screen that failed to load or to render. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Container size="sm" py="xl">
      <ErrorNotice error={error} onRetry={retry} />
    </Container>
  );
}
