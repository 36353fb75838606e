import { Avatar, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import table from '../../components/table.module.css';
import { roleOf, type StaffMember } from './staff-permissions.ts';

export function StaffTable({ staff }: { staff: readonly StaffMember[] }) {
  const t = useTranslations('staff');
  return (
    <Table className={table['table']} highlightOnHover verticalSpacing={7} aria-label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('name')}</Table.Th>
          <Table.Th w="32%" visibleFrom="sm">
            {t('email')}
          </Table.Th>
          <Table.Th w={136}>{t('role')}</Table.Th>
          <Table.Th w={168} visibleFrom="sm">
            {t('lastSeen')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {staff.map((member) => (
          <StaffRow key={member.id} member={member} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function StaffRow({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const format = useFormatter();
  const { name, slug, email, status, profile_image: image, last_seen: seen } = member;
  return (
    <Table.Tr>
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
        {status !== 'active' && (
          <Text size="xs" c="dimmed">
            {t(status === 'inactive' ? 'suspended' : 'locked')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={table['secondary']}>
        {seen ? <time dateTime={seen}>{format.relativeTime(new Date(seen), new Date())}</time> : t('never')}
      </Table.Td>
    </Table.Tr>
  );
}
