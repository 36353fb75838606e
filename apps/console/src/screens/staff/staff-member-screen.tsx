import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { AccessSection } from './access-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { permissionsOf, roleOf, rolesGivenBy, type StaffMember } from './staff-permissions.ts';
import { staffMemberQuery } from './staff-queries.ts';

const route = getRouteApi('/shell/staff/$slug');

/** A member of staff: their profile, and the actions of other users on their account. */
export function StaffMemberScreen() {
  const { slug } = route.useParams();
  const t = useTranslations('staff');
  const user = useCurrentUser();
  const backTo = rolesGivenBy(user).length > 0 ? '/staff' : '/';
  const { data: member, error, refetch } = useQuery(staffMemberQuery(slug));
  return (
    <Page title={member?.name ?? t('title')} width="narrow">
      {error ? (
        <LoadFailure kind="person" to={backTo} error={error} onRetry={() => void refetch()} />
      ) : member ? (
        <Profile key={member.id} member={member} />
      ) : (
        <SkeletonRows rows={7} height={56} />
      )}
    </Page>
  );
}

function Profile({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const user = useCurrentUser();
  const permissions = permissionsOf(user, member);
  const isSelf = user.id === member.id;
  if (!permissions.edit) return <NoPermission />;
  return (
    <Stack gap="xl">
      <div>
        <Text c="dimmed" size="sm">
          {t(`roles.${roleOf(member)}`)}
          {member.status !== 'active' && ` · ${t(member.status === 'inactive' ? 'suspended' : 'locked')}`}
        </Text>
        {rolesGivenBy(user).length > 0 && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/staff" />}>
            {t('allStaff')}
          </Anchor>
        )}
      </div>
      <ProfileForm member={member} />
      {isSelf && <PasswordForm id={member.id} />}
      {(permissions.manage || permissions.makeOwner) && <AccessSection member={member} permissions={permissions} />}
    </Stack>
  );
}
