import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { groupsText } from '../text/zh-TW/groups.ts';
import { groupQuery } from './api/get-group.ts';
import { groupsQuery } from './api/get-groups.ts';
import { OwnCertificates } from './certificates/own-certificates.tsx';
import { GroupClasses } from './group-classes.tsx';
import { GroupView } from './group-view.tsx';
import { PeopleTable } from './people-table.tsx';

const text = groupsText.member;

/** The calls lack the name; the list has it. */
const useNameOf = (code: string): string | undefined => {
  const { data } = useQuery(groupsQuery());
  return [...(data?.BelongGroups ?? []), ...(data?.MangGroups ?? [])].find((group) => group.code === code)
    ?.name;
};

export const MemberView = () => {
  const { GroupCode = '' } = useParams();
  const name = useNameOf(GroupCode);
  const query = useQuery(groupQuery(GroupCode));
  return (
    <GroupView name={name} query={query} title={text.title}>
      {query.data && (
        <div className="space-y-4">
          <GroupClasses groupCode={GroupCode} classes={query.data.classInfos} />
          {/* Two columns stay a table on the smallest phone. */}
          <PeopleTable cardsBelow={0} ordinalHeader={text.number} people={query.data} />
          <OwnCertificates groupCode={GroupCode} />
          <p className="text-ink-soft text-sm print:hidden">{text.leaving}</p>
        </div>
      )}
    </GroupView>
  );
};
