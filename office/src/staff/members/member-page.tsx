import { readable } from '@portal/contract/dates';
import type { StaffMember } from '@portal/contract/office/staff';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { staffHistoryQuery } from '../../audit/api.ts';
import { History } from '../../audit/history.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { membersText as text } from '../../text/zh-TW/members.ts';
import { staffListQuery } from '../api/staff-list.ts';
import { RoleList } from '../role-list.tsx';
import { MemberActs } from './member-acts.tsx';
import { StateBadge } from './state-badge.tsx';

/** One member of the staff. */
export const MemberPage = () => {
  const { id } = useParams();
  const query = useQuery(staffListQuery);
  const member = query.data?.find((each) => `${each.id}` === id);
  usePageTitle(member?.name ?? text.title);
  return (
    <LoadFault status={loadStatus(query)}>
      {member && <Member key={member.id} member={member} />}
      {query.isPending && <SkeletonRows />}
      {query.data && !member && <Gone />}
    </LoadFault>
  );
};

const Gone = () => (
  <ErrorState kind="missing" message={text.gone}>
    <ButtonLink to={paths.staff}>{text.back}</ButtonLink>
  </ErrorState>
);

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
      <Breadcrumbs items={[{ label: text.title, to: paths.staff }, { label: member.name }]} />
      <h1>{member.name}</h1>
      <Rows className="mt-6 max-w-3xl" rows={rowsOf(member)} />
      {mayManage && <MemberActs member={member} />}
      <History query={useQuery(staffHistoryQuery(member.id))} />
    </>
  );
};
