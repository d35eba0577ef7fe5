import { readable } from '@portal/contract/dates';
import type { StaffMember } from '@portal/contract/office/staff';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { staffHistoryQuery } from '../../audit/api/get-staff-history.ts';
import { EventsLink } from '../../audit/events-link.tsx';
import { History } from '../../audit/history.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { auditText } from '../../text/zh-TW/audit.ts';
import { membersText as text } from '../../text/zh-TW/members.ts';
import { staffListQuery } from '../api/get-staff.ts';
import { IdentityBudget } from './identity-budget.tsx';
import { MemberActs } from './member-acts.tsx';
import { RoleList } from './role-list.tsx';
import { StateBadge } from './state-badge.tsx';

export const MemberPage = () => {
  const { id } = useParams();
  const find = (members: readonly StaffMember[]) => members.find((each) => `${each.id}` === id) ?? null;
  return (
    <LoadedPage
      gone={text.gone}
      head={({ name }) => ({ title: name })}
      kind={text.title}
      query={useQuery({ ...staffListQuery, select: find })}
      under={[{ label: text.title, to: paths.staff.to() }]}
    >
      {(member) => <Member key={id} member={member} />}
    </LoadedPage>
  );
};

const rowsOf = ({ email, roles, state, hasSecondFactor, createdAt, lastSeenAt }: StaffMember) => [
  { term: text.email, value: email },
  { term: text.roles, value: <RoleList roles={roles} /> },
  { term: text.state, value: <StateBadge state={state} /> },
  { term: text.secondFactor, value: hasSecondFactor ? text.factorSet : text.factorNotSet },
  { term: text.created, value: readable(createdAt) },
  ...(lastSeenAt ? [{ term: text.lastSeen, value: readable(lastSeenAt) }] : []),
];

const Member = ({ member }: { member: StaffMember }) => {
  const mayManage = useMay('staff.manage');
  return (
    <>
      <Rows className="max-w-3xl" rows={rowsOf(member)} />
      {member.identitySpentAt !== null && <IdentityBudget member={member} since={member.identitySpentAt} />}
      {mayManage && <MemberActs member={member} />}
      {member.hasHistory && <MemberHistory id={member.id} />}
      <EventsLink className="mt-4 inline-block" filter={{ staff: member.id }}>
        {auditText.byStaff}
      </EventsLink>
    </>
  );
};

const MemberHistory = ({ id }: { id: number }) => (
  <History query={useQuery(staffHistoryQuery(id))} thing={{ subject: 'staff', id }} />
);
