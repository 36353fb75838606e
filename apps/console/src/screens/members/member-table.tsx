import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import type { Member } from './members-queries.ts';

export function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useTranslations('members');
  return (
    <Table highlightOnHover aria-label={t('title')}>
      <thead>
        <tr>
          <Table.Th>{t('member')}</Table.Th>
          <Table.Th w="24%" visibleFrom="sm">
            {t('name')}
          </Table.Th>
          <Table.Th w={128}>{t('plan')}</Table.Th>
          <Table.Th w="18%" visibleFrom="md">
            {t('labels')}
          </Table.Th>
          <Table.Th w={112} visibleFrom="md">
            {t('newsletter')}
          </Table.Th>
          <Table.Th w={116} visibleFrom="sm">
            {t('since')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </tbody>
    </Table>
  );
}

function MemberRow({ member }: { member: Member }) {
  const t = useTranslations('members');
  const format = useFormatter();
  const { id, email, name, labels = [], subscribed, created_at: createdAt } = member;
  return (
    <tr>
      <Table.Td>
        <Link
          className={table['title']}
          to="."
          search={(before: object) => ({ ...before, open: id })}
          resetScroll={false}
        >
          {email}
        </Link>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {name}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {name}
      </Table.Td>
      <Table.Td>{t(`plans.${member.status ?? 'free'}`)}</Table.Td>
      <Table.Td visibleFrom="md" className={table['secondary']}>
        {labels.map((label) => label.name).join(', ')}
      </Table.Td>
      <Table.Td visibleFrom="md" className={table['secondary']}>
        {subscribed ? t('gets') : t('getsNone')}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        <time dateTime={createdAt}>{format.dateTime(new Date(createdAt), { dateStyle: 'medium' })}</time>
      </Table.Td>
    </tr>
  );
}
