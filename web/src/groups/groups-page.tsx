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
import { type GroupKind, GroupList } from './group-list.tsx';

const text = groupsText.main;

const titles = { managed: groupsText.management.title, belonging: groupsText.member.title };

const useShownKind = (): GroupKind | null => {
  const managed = useMatch(paths.groupManagement.pattern);
  const belonging = useMatch(paths.groupMember.pattern);
  if (managed) return 'managed';
  return belonging && 'belonging';
};

/** A phone shows the list or the group. */
export const GroupsPage = () => {
  const view = useOutlet();
  const kind = useShownKind();
  usePageTitle(kind ? titles[kind] : text.title);
  const { data } = useQuery(groupsQuery());
  const hasGroups = data !== undefined && data.MangGroups.length + data.BelongGroups.length > 0;
  return (
    <>
      <Crumbs kind={kind} />
      {kind ? <FrameTitle /> : <h1 className="mb-4">{text.title}</h1>}
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-8">
        <div className={kind ? 'max-lg:hidden print:hidden' : ''}>
          <GroupList shown={kind} />
        </div>
        {kind ? <GroupTabPanel kind={kind}>{view}</GroupTabPanel> : hasGroups && <ChooseOne />}
      </div>
    </>
  );
};

const Crumbs = ({ kind }: { kind: GroupKind | null }) => (
  <Breadcrumbs
    items={[
      { label: common.home, to: paths.home.to() },
      ...(kind
        ? [{ label: text.title, to: paths.groups.to() }, { label: titles[kind] }]
        : [{ label: text.title }]),
    ]}
  />
);

const FrameTitle = () => (
  <p className="mb-4 font-bold text-ink-soft text-xl max-lg:hidden print:hidden">{text.title}</p>
);

const GroupTabPanel = ({ kind, children }: { kind: GroupKind; children: ReactNode }) => (
  <div className="min-w-0">
    <ButtonLink className="-ms-3 mb-2 lg:hidden" to={paths.groups.to({}, { tab: kind })} variant="quiet">
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
