import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '../../components/error-notice.tsx';

/** Shown instead of a screen whose data could not be read. */
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
