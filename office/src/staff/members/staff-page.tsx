import { readable } from '@portal/contract/dates';
import type { Invited, StaffMember } from '@portal/contract/office/staff';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { membersText as text } from '../../text/zh-TW/members.ts';
import { staffListQuery } from '../api/get-staff.ts';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleList } from './role-list.tsx';
import { StateBadge } from './state-badge.tsx';

export const StaffPage = () => {
  const query = useQuery(staffListQuery);
  const mayManage = useMay('staff.manage');
  return (
    <Page actions={mayManage && <Invite />} nav={<SettingsNav />} title={text.title}>
      <Loaded query={query}>{(members) => <StaffTable members={members} />}</Loaded>
    </Page>
  );
};

const Invite = () => {
  const [shown, setShown] = useState<'form' | Invited | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setShown('form')} variant="primary">
        {text.invite.open}
      </Button>
      {shown === 'form' && <InviteDialog onClose={close} onInvited={setShown} />}
      {shown !== null && shown !== 'form' && <InvitationLinkDialog invited={shown} onClose={close} />}
    </>
  );
};

const columns: readonly Column<StaffMember>[] = [
  { key: 'name', header: text.name, cell: (member) => <MemberLink member={member} />, primary: true },
  { key: 'email', header: text.email, cell: ({ email }) => email },
  { key: 'roles', header: text.roles, cell: ({ roles }) => <RoleList roles={roles} /> },
  { key: 'state', header: text.state, cell: (member) => <StateBadges member={member} /> },
  {
    key: 'factor',
    header: text.secondFactor,
    cell: ({ hasSecondFactor }) => (hasSecondFactor ? text.factorSet : text.factorNotSet),
  },
  {
    key: 'seen',
    header: text.lastSeen,
    cell: ({ lastSeenAt }) => lastSeenAt && readable(lastSeenAt),
    together: true,
  },
];

const StateBadges = ({ member: { state, identitySpentAt } }: { member: StaffMember }) => (
  <span className="inline-flex flex-wrap gap-1">
    <StateBadge state={state} />
    {identitySpentAt !== null && <Badge tone="warn">{text.identityBudget.waiting}</Badge>}
  </span>
);

const StaffTable = ({ members }: { members: readonly StaffMember[] }) => (
  <DataTable
    caption={text.caption}
    columns={columns}
    empty={<EmptyState icon="users" title={text.empty} />}
    rowKey={({ id }) => id}
    rows={members}
  />
);

const MemberLink = ({ member: { id, name } }: { member: StaffMember }) => (
  <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.member.to({ id })}>
    {name}
  </Link>
);
