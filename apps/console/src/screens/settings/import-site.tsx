import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FileChooser } from '../../components/file-chooser.tsx';
import { Table } from '../../components/table.tsx';
import {
  importQuery,
  type ImportReport,
  type ImportState,
  lastImportQuery,
  useImportSite,
} from './import-export-queries.ts';

/** The button that imports an export of Almanac or Ghost, the progress, and the result for each table. */
export function ImportSite() {
  const t = useTranslations('settings');
  const { mutate } = useImportSite();
  const { data: last } = useQuery(lastImportQuery);
  const id = last && 'id' in last ? last.id : undefined;
  const sentShare = last && 'sentShare' in last ? last.sentShare : undefined;
  const { data: state, isPending } = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined });
  // The server runs one import at a time.
  const isRunning = id !== undefined && (isPending || state?.status === 'running');
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h2">
        {t('import')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('importText')}
      </Text>
      <Group>
        <FileChooser accept=".json,.zip" onChoose={(file) => mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={sentShare !== undefined || isRunning}>
              {t('importAction')}
            </Button>
          )}
        </FileChooser>
      </Group>
      {sentShare !== undefined && <Progress value={sentShare * 100} aria-label={t('uploading')} />}
      {last && 'error' in last && <ErrorNotice error={last.error} />}
      {id !== undefined && <ImportProgress id={id} />}
    </Stack>
  );
}

function ImportProgress({ id }: { id: string }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(importQuery(id));
  const status = data?.status;
  useEffect(() => {
    // The import may have changed all data, so all other queries are refetched.
    if (status === 'finished') void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' });
  }, [cache, status]);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.status === 'running') return <Running state={data} />;
  return (
    <>
      {data.error && <ErrorNotice error={new Error(data.error.help ?? data.error.context ?? data.error.message)} />}
      {data.report && <Report report={data.report} />}
    </>
  );
}

function Running({ state: { progress } }: { state: ImportState }) {
  const t = useTranslations('settings');
  // While the total number of rows is unknown, the bar is full and animated.
  const percent = progress?.total ? (progress.rows / progress.total) * 100 : 100;
  return (
    <Stack gap="xs" role="status">
      <Progress value={percent} animated aria-label={t('importing')} />
      <Text size="sm">{t('importRows', { rows: progress?.rows ?? 0 })}</Text>
    </Stack>
  );
}

function Report({ report }: { report: ImportReport }) {
  const t = useTranslations('settings');
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{t('importDone')}</Text>
      {report.warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      <Table style={{ overflowWrap: 'anywhere' }}>
        <thead>
          <tr>
            <Table.Th>{t('reportTable')}</Table.Th>
            <Table.Th w={80} ta="right">
              {t('reportRead')}
            </Table.Th>
            <Table.Th w={88} ta="right">
              {t('reportStored')}
            </Table.Th>
            <Table.Th w={88} ta="right">
              {t('reportPresent')}
            </Table.Th>
            <Table.Th>{t('reportLeftOut')}</Table.Th>
          </tr>
        </thead>
        <tbody>
          {report.tables.map(({ table, read, stored, present, left_out: leftOut }) => (
            <tr key={table}>
              <Table.Td>{table}</Table.Td>
              <Table.Td ta="right">{read}</Table.Td>
              <Table.Td ta="right">{stored}</Table.Td>
              <Table.Td ta="right">{present}</Table.Td>
              <Table.Td>{leftOut.map(({ reason, rows }) => `${rows}: ${reason}`).join('; ')}</Table.Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  );
}
