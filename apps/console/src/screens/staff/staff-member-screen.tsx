import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser } from '../../api/session.ts';
import { isScreenOffered } from '../../app/shell/screens.ts';
import { LoadFailure } from '../../components/load-failure.tsx';
import { NoPermission } from '../../components/no-permission.tsx';
import { Page } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { AccessSection } from './access-section.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { permissionsOf, roleOf, type StaffMember } from './staff-permissions.ts';
import { staffMemberQuery } from './staff-queries.ts';

const route = getRouteApi('/shell/staff/$slug');

/**
 * The screen of a member of staff. It has the form of their profile. For the signed-in user, it also has the password form; for another
 * user, the actions on the account that the signed-in user may perform.
 */
export function StaffMemberScreen() {
  const { slug } = route.useParams();
  const t = useTranslations('staff');
  const { role } = useCurrentUser();
  const backTo = isScreenOffered('staff', role) ? '/staff' : '/';
  const { data: member, error, refetch } = useQuery(staffMemberQuery(slug));
  // The error of a later refetch does not replace the form, because the user may have changed its fields.
  return (
    <Page title={member?.name ?? t('title')} width="narrow">
      {error && !member && <LoadFailure kind="person" to={backTo} error={error} onRetry={() => void refetch()} />}
      {!error && !member && <SkeletonRows rows={7} height={56} />}
      {member && <Profile key={member.id} member={member} />}
    </Page>
  );
}

function Profile({ member }: { member: StaffMember }) {
  const t = useTranslations('staff');
  const user = useCurrentUser();
  const permissions = permissionsOf(user, member);
  const isSelf = user.id === member.id;
  if (!permissions.canEdit) return <NoPermission />;
  return (
    <Stack gap="xl">
      <div>
        <Text c="dimmed" size="sm">
          {t(`roles.${roleOf(member)}`)}
          {member.status === 'inactive' && ` · ${t('suspended')}`}
          {member.status === 'locked' && ` · ${t('locked')}`}
        </Text>
        {isScreenOffered('staff', user.role) && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/staff" />}>
            {t('allStaff')}
          </Anchor>
        )}
      </div>
      <ProfileForm member={member} />
      {isSelf && <PasswordForm id={member.id} />}
      {(permissions.canManage || permissions.canMakeOwner) && (
        <AccessSection member={member} permissions={permissions} />
      )}
    </Stack>
  );
}
