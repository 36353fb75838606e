import { Box, Center, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';

interface Props {
  title: string;
  text?: string;
  error?: unknown;
  /** Called with the values of the fields by their names. They are not trimmed, because a password can begin or end with a space. */
  onSubmit: (fields: Record<string, string>) => void;
  children: ReactNode;
}

/** The layout of the screens without a signed-in user: a form in the middle of the page. */
export function SignInFrame({ title, text, error, onSubmit, children }: Props) {
  useDocumentTitle(`${title} · Almanac`);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    onSubmit(Object.fromEntries(fields));
  };
  return (
    <Center component="main" mih="100vh" p="md">
      <Box w="100%" maw={380} component="form" onSubmit={submit}>
        <Stack gap="md">
          <div>
            <Title order={1} size="h1">
              {title}
            </Title>
            {text && (
              <Text c="dimmed" mt="xs">
                {text}
              </Text>
            )}
          </div>
          {Boolean(error) && <ErrorNotice error={error} />}
          {children}
        </Stack>
      </Box>
    </Center>
  );
}
