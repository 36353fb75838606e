import { Select } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Table } from '../../../components/table.tsx';
import table from '../../../components/table.module.css';
import { type CsvFile, MEMBER_COLUMNS, type MemberColumn } from './csv-file.ts';

interface Props {
  csv: CsvFile;
  /** The member field of each column of the file; null for a column that is not imported. */
  columns: readonly (MemberColumn | null)[];
  onChange: (columns: (MemberColumn | null)[]) => void;
}

/** The table in which the user assigns columns of the file to member fields, each field at most once. */
export function ColumnMapping({ csv: { header, samples }, columns, onChange }: Props) {
  const t = useTranslations('members');
  const assign = (index: number, chosen: MemberColumn | null): void => {
    const others = columns.map((column) => (column === chosen ? null : column));
    onChange(others.with(index, chosen));
  };
  return (
    <Table aria-label={t('columns')}>
      <thead>
        <tr>
          <Table.Th>{t('column')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('example')}</Table.Th>
          <Table.Th w={190}>{t('becomes')}</Table.Th>
        </tr>
      </thead>
      <tbody>
        {header.map((title, index) => (
          <tr key={index}>
            <Table.Td>{title}</Table.Td>
            <Table.Td visibleFrom="sm" className={table['secondary']}>
              {samples.map((row) => row[index]).find(Boolean)}
            </Table.Td>
            <Table.Td>
              <Select
                size="xs"
                aria-label={t('becomesOf', { column: title })}
                placeholder={t('notImported')}
                clearable
                data={MEMBER_COLUMNS.map((value) => ({ value, label: t(`columnNames.${value}`) }))}
                value={columns[index] ?? null}
                onChange={(chosen) => assign(index, chosen)}
              />
            </Table.Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
