import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMatch, useOutlet } from 'react-router';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { groupsQuery } from './api/get-groups.ts';
import { GroupList, type GroupRole } from './group-list.tsx';

const text = groupsText.main;

const titles = { managed: groupsText.management.title, belonging: groupsText.member.title };

const useShownRole = (): GroupRole | null => {
  const managed = useMatch(paths.groupManagement.pattern);
  const belonging = useMatch(paths.groupMember.pattern);
  if (managed) return 'managed';
  return belonging && 'belonging';
};

/** A phone shows the list or the group. */
export const GroupsPage = () => {
  const view = useOutlet();
  const groupRole = useShownRole();
  usePageTitle(groupRole ? titles[groupRole] : text.title);
  const { data } = useQuery(groupsQuery());
  const hasGroups = data !== undefined && data.MangGroups.length + data.BelongGroups.length > 0;
  return (
    <>
      <Crumbs groupRole={groupRole} />
      {groupRole ? <FrameTitle /> : <h1 className="mb-4">{text.title}</h1>}
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-8">
        <div className={groupRole ? 'max-lg:hidden print:hidden' : ''}>
          <GroupList shown={groupRole} />
        </div>
        {groupRole ? <Shown groupRole={groupRole}>{view}</Shown> : hasGroups && <ChooseOne />}
      </div>
    </>
  );
};

const Crumbs = ({ groupRole }: { groupRole: GroupRole | null }) => (
  <Breadcrumbs
    items={[
      { label: common.home, to: paths.home.to() },
      ...(groupRole
        ? [{ label: text.title, to: paths.groups.to() }, { label: titles[groupRole] }]
        : [{ label: text.title }]),
    ]}
  />
);

const FrameTitle = () => (
  <p className="mb-4 font-bold text-ink-soft text-xl max-lg:hidden print:hidden">{text.title}</p>
);

const Shown = ({ groupRole, children }: { groupRole: GroupRole; children: ReactNode }) => (
  <div className="min-w-0">
    <ButtonLink className="-ms-3 mb-2 lg:hidden" to={paths.groups.to({}, { tab: groupRole })} variant="quiet">
      <Icon name="chevron-left" />
      {text.back}
    </ButtonLink>
    {children}
  </div>
);

const ChooseOne = () => (
  <div className="max-lg:hidden">
    <EmptyState icon="users" title={text.choose}>
      {text.chooseHint}
    </EmptyState>
  </div>
);
