import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { saveBlob } from '../../../components/save-blob.ts';
import type { CsvFile } from './csv-file.ts';
import { createErrorFile } from './error-file.ts';
import type { ImportReport } from './import-queries.ts';

const SHOWN_ERRORS = 5;

interface Props {
  csv: CsvFile;
  report: ImportReport;
  onClose: () => void;
}

/** The result of an import, and a button that saves a file with the invalid rows. */
export function ImportResult({ csv, report: { imported, duplicates, invalid, rows }, onClose }: Props) {
  const t = useTranslations('members');
  const common = useTranslations('common');
  const download = useMutation({
    mutationFn: async () => saveBlob(await createErrorFile(csv, rows), 'members-not-imported.csv'),
  });
  return (
    <Stack gap="md">
      <Text role="status">
        {[
          t('imported', { count: imported }),
          duplicates > 0 && t('duplicates', { count: duplicates }),
          invalid > 0 && t('invalid', { count: invalid }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      {rows.length > 0 && (
        <List size="sm">
          {rows.slice(0, SHOWN_ERRORS).map(({ line, reason }) => (
            <List.Item key={line}>{t('invalidLine', { line, reason })}</List.Item>
          ))}
          {invalid > SHOWN_ERRORS && <List.Item>{t('moreErrors', { count: invalid - SHOWN_ERRORS })}</List.Item>}
        </List>
      )}
      {download.error && <ErrorNotice error={download.error} />}
      <Group justify="flex-end" gap="sm">
        {rows.length > 0 && (
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            {t('downloadErrors')}
          </Button>
        )}
        <Button onClick={onClose}>{common('close')}</Button>
      </Group>
    </Stack>
  );
}
