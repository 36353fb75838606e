import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { closeUnlessPending } from '../../../components/close-unless-pending.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { FileChooser } from '../../../components/file-chooser.tsx';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { type CsvFile, guessColumns, type MemberColumn, readCsvFile, withColumns } from './csv-file.ts';
import { ImportResult } from './import-result.tsx';
import { useImportMembers } from './import-queries.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The dialog that imports members in three steps: the user chooses a file, assigns its columns, and sees the result. It stays open while
 * the server imports the file, because only the response contains the report.
 */
export function ImportDialog({ isOpen, onClose }: Props) {
  const t = useTranslations('members');
  const common = useTranslations('common');
  const upload = useImportMembers();
  const { isPending } = upload;
  useReturnFocus(isOpen);
  useBlocker({
    shouldBlockFn: ({ next }) => isPending && !next.pathname.endsWith('/signin'),
    enableBeforeUnload: isPending,
  });
  return (
    <Modal
      opened={isOpen}
      {...closeUnlessPending(isPending, onClose)}
      size="lg"
      title={
        <Text span fw={650} fz="lg">
          {t('importTitle')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {isOpen && <Steps upload={upload} onClose={onClose} />}
    </Modal>
  );
}

type Upload = ReturnType<typeof useImportMembers>;

function Steps({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const t = useTranslations('members');
  const [columns, setColumns] = useState<(MemberColumn | null)[]>([]);
  const read = useMutation({
    mutationFn: readCsvFile,
    onSuccess: (csv) => setColumns(guessColumns(csv?.header ?? [])),
  });
  const choose = (file: File): void => {
    // Hides the result and the error of the last import.
    upload.reset();
    read.mutate(file);
  };
  const csv = read.data;
  if (csv && upload.data) return <ImportResult csv={csv} report={upload.data} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Text size="sm">{t('importText')}</Text>
      <FileChooser accept=".csv,text/csv" onChoose={choose}>
        {(props) => (
          <Group>
            <Button {...props} variant="default" loading={read.isPending} disabled={upload.isPending}>
              {csv ? t('otherFile') : t('chooseFile')}
            </Button>
            {csv && <Text size="sm">{read.variables?.name}</Text>}
          </Group>
        )}
      </FileChooser>
      {read.error && <ErrorNotice error={read.error} />}
      {csv && upload.error && <ErrorNotice error={upload.error} />}
      {read.isSuccess && !csv && <Alert role="alert" color="red" title={t('emptyFile')} />}
      {csv && (
        <>
          <ColumnMapping csv={csv} columns={columns} onChange={setColumns} />
          <ImportButton csv={csv} columns={columns} upload={upload} />
        </>
      )}
    </Stack>
  );
}

interface ImportProps {
  csv: CsvFile;
  columns: (MemberColumn | null)[];
  upload: Upload;
}

/** The button that starts the import. The text above the button shows the progress, or why the button is disabled. */
function ImportButton({ csv, columns, upload: { mutate, isPending, progress } }: ImportProps) {
  const t = useTranslations('members');
  const hasAddresses = columns.includes('email');
  return (
    <>
      {!hasAddresses && (
        <Text size="sm" role="status">
          {t('needsEmail')}
        </Text>
      )}
      {isPending && (
        <Stack gap="xs">
          <Progress value={progress * 100} animated={progress >= 1} aria-label={t('importing')} />
          <Text size="sm" role="status">
            {progress < 1 ? t('sending', { part: progress }) : t('importing')}
          </Text>
        </Stack>
      )}
      <Group justify="flex-end">
        <Button disabled={!hasAddresses} loading={isPending} onClick={() => mutate(withColumns(csv, columns))}>
          {t('import')}
        </Button>
      </Group>
    </>
  );
}
