import type { GroupPerson, ManagedGroupDetail } from '@portal/contract/groups';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { Tabs } from '@portal/kit/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { AdmitMember } from './admit-member.tsx';
import { managedGroupQuery } from './api/get-group.ts';
import { GroupClasses } from './group-classes.tsx';
import { GroupDues } from './group-dues.tsx';
import { GroupView } from './group-view.tsx';
import { isManager, type Listed, PeopleTable } from './people-table.tsx';
import { RemovalDialogs, useRemoval } from './removal.tsx';
import type { RequestedMember } from './requested-member.ts';

const text = groupsText.management;

export const ManagementView = () => {
  const { GroupCode = '' } = useParams();
  const query = useQuery(managedGroupQuery(GroupCode));
  return (
    <GroupView name={query.data?.group.name} query={query} title={text.title}>
      {query.data && <ManagementTabs detail={query.data} />}
    </GroupView>
  );
};

const CertificatesTab = lazy(async () => ({
  default: (await import('./certificates/certificates-tab.tsx')).CertificatesTab,
}));

/** `?show=certificates` in the address, so that Back returns to it. */
const ManagementTabs = ({ detail }: { detail: ManagedGroupDetail }) => {
  const [search, setSearch] = useSearchParams();
  const choose = (tab: 'members' | 'certificates') => {
    const { show: _, ...others } = Object.fromEntries(search);
    setSearch(tab === 'members' ? others : { ...others, show: tab }, { replace: true });
  };
  return (
    <Tabs
      label={text.tabs}
      onChange={choose}
      tabs={[
        { value: 'members', label: text.members, panel: <Managed detail={detail} /> },
        {
          value: 'certificates',
          label: text.certificates,
          panel: (
            <Suspense fallback={<SkeletonRows rows={6} />}>
              <CertificatesTab group={detail.group} />
            </Suspense>
          ),
        },
      ]}
      value={search.get('show') === 'certificates' ? 'certificates' : 'members'}
    />
  );
};

const columns = (
  GroupCode: string,
  onRemove: (person: GroupPerson) => void,
): Column<Listed<GroupPerson>>[] => [
  { key: 'id', header: text.idNumber, together: true, cell: ({ id_number }) => id_number },
  { key: 'passport', header: text.passportNo, together: true, cell: ({ passport_no }) => passport_no },
  {
    key: 'details',
    header: text.details,
    action: true,
    cell: ({ name, id_number, passport_no }) => (
      <ButtonLink
        aria-label={text.viewOf(name)}
        className="-my-1.5 not-in-data-cards:-ms-3"
        state={{ GroupCode, id_number, passport_no } satisfies RequestedMember}
        to={paths.groupMemberProfile.to()}
        variant="quiet"
      >
        {text.view}
      </ButtonLink>
    ),
  },
  {
    key: 'remove',
    header: text.remove,
    action: true,
    cell: (person) =>
      isManager(person) ? null : (
        <Button
          aria-haspopup="dialog"
          aria-label={text.removeOf(person.name)}
          className="-my-1.5 not-in-data-cards:-ms-3"
          onClick={() => onRemove(person)}
          variant="quiet"
        >
          {text.remove}
        </Button>
      ),
  },
];

/** Rem: six columns, two of them of buttons. */
const TABLE_WIDTH = 42;

const Managed = ({ detail }: { detail: ManagedGroupDetail }) => {
  const { code } = detail.group;
  const people = useRef<HTMLDivElement>(null);
  const removal = useRemoval(code, () => people.current?.focus());
  return (
    <div className="space-y-4">
      <GroupDues groupCode={code} />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.classList.to({}, { open: 1, group: code })} variant="primary">
          {text.enrol}
        </ButtonLink>
        <AdmitMember group={detail.group} />
        <GroupClasses groupCode={code} classes={detail.classInfos} />
      </div>
      <div ref={people} tabIndex={-1}>
        <PeopleTable
          cardsBelow={TABLE_WIDTH}
          columns={columns(code, removal.ask)}
          ordinalHeader={text.roleOrNumber}
          people={detail}
        />
      </div>
      <p className="text-ink-soft text-sm print:hidden">{text.changes}</p>
      <RemovalDialogs removal={removal} />
    </div>
  );
};
