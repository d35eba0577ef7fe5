import type { ListedGroup } from '@portal/contract/groups';
import { failureKind } from '@portal/kit/browser/call.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { NavLink, useSearchParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { footerText } from '../text/zh-TW/footer.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { groupsQuery } from './api/get-groups.ts';

const text = groupsText.main;

export type GroupKind = 'managed' | 'belonging';

const viewOf = { managed: paths.groupManagement, belonging: paths.groupMember };

interface GroupListProps {
  shown: GroupKind | null;
}

export const GroupList = ({ shown }: GroupListProps) => {
  const { data, error, refetch } = useQuery(groupsQuery());
  if (data) return <GroupTabs belonging={data.BelongGroups} managed={data.MangGroups} shown={shown} />;
  if (error) return <ErrorState kind={failureKind(error)} onRetry={refetch} />;
  return <SkeletonRows rows={3} />;
};

interface GroupTabsProps extends GroupListProps {
  managed: readonly ListedGroup[];
  belonging: readonly ListedGroup[];
}

const GroupTabs = ({ managed, belonging, shown }: GroupTabsProps) => {
  const [search, setSearch] = useSearchParams();
  const tabInAddress = search.get('tab');
  const defaultTab = managed.length === 0 ? 'belonging' : 'managed';
  return (
    <Tabs<GroupKind>
      label={text.title}
      onChange={(tab) => setSearch({ ...Object.fromEntries(search), tab }, { replace: true })}
      tabs={[
        {
          value: 'managed',
          label: text.managed,
          panel: <Links groups={managed} kind="managed" />,
        },
        {
          value: 'belonging',
          label: text.belonging,
          panel: <Links groups={belonging} kind="belonging" />,
        },
      ]}
      value={
        tabInAddress === 'managed' || tabInAddress === 'belonging' ? tabInAddress : (shown ?? defaultTab)
      }
    />
  );
};

const none = {
  managed: { title: text.noneManaged, hint: text.noneManagedHint },
  belonging: { title: text.noneBelonging, hint: text.noneBelongingHint },
};

const Links = ({ groups, kind }: { groups: readonly ListedGroup[]; kind: GroupKind }) =>
  groups.length === 0 ? (
    <EmptyState
      action={<ButtonLink to={paths.contact.to()}>{footerText.Contact}</ButtonLink>}
      icon="users"
      title={none[kind].title}
    >
      {none[kind].hint}
    </EmptyState>
  ) : (
    <ul className="space-y-2">
      {groups.map(({ id, code, name }) => (
        <li key={id}>
          <NavLink
            className="flex items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 shadow-card hover:border-sea-700 hover:bg-sea-50 aria-[current=page]:border-sea-700 aria-[current=page]:bg-sea-50"
            to={viewOf[kind].to({ GroupCode: code })}
          >
            <span className="min-w-0">
              <span className="block font-semibold text-sea-800">{name}</span>
              <span className="block text-ink-soft text-sm">{code}</span>
            </span>
            <Icon className="size-4 text-sea-700" name="chevron-right" />
          </NavLink>
        </li>
      ))}
    </ul>
  );
