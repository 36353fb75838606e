import { Avatar, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Table } from '../../components/table.tsx';
import table from '../../components/table.module.css';
import { roleOf, type StaffMember } from './staff-permissions.ts';

export function StaffTable({ staff }: { staff: readonly StaffMember[] }) {
  const t = useTranslations('staff');
  return (
    <Table highlightOnHover aria-label={t('title')}>
      <thead>
        <tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th w="32%" visibleFrom="sm">
            {t('email')}
          </Table.Th>
          <Table.Th w={136}>{t('role')}</Table.Th>
          <Table.Th w={168} visibleFrom="sm">
            {t('lastSeen')}
          </Table.Th>
        </tr>
      </thead>
      <tbody>
        {staff.map((member) => (
          <StaffRow key={member.id} member={member} />
        ))}
      </tbody>
    </Table>
  );
}

function StaffRow({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const format = useFormatter();
  const { name, slug, email, status, profile_image: image, last_seen: seen } = member;
  return (
    <tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar src={image} name={name} size={22} alt="" aria-hidden />
          <Link className={table['title']} to="/staff/$slug" params={{ slug }}>
            {name}
          </Link>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {email}
      </Table.Td>
      <Table.Td>
        {t(`roles.${roleOf(member)}`)}
        {(status === 'inactive' || status === 'locked') && (
          <Text size="xs" c="dimmed">
            {t(status === 'inactive' ? 'suspended' : 'locked')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {seen ? <time dateTime={seen}>{format.relativeTime(new Date(seen), new Date())}</time> : t('never')}
      </Table.Td>
    </tr>
  );
}
