import { Code, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';

const SNIPPET = `import { verifyWebhook } from '@almanac/client';

// body: the text as it arrived, before any parsing
const { id, payload } = await verifyWebhook({ body, headers, secret });`;

/** Sample code by which a receiver verifies that a request comes from this site. */
export function SignatureSnippet() {
  const t = useTranslations('integrations');
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('verify')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('verifyText')}
      </Text>
      <Code block tabIndex={0} role="region" aria-label={t('verify')}>
        {SNIPPET}
      </Code>
    </Stack>
  );
}
