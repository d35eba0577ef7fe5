import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../platform/session.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { groupsQuery } from './api/get-groups.ts';

export const ChooseClassNotice = ({ groupCode }: { groupCode: string }) => {
  const { data } = useQuery({ ...groupsQuery(), enabled: useUser() !== null });
  const group = data?.MangGroups.find((managed) => managed.code === groupCode);
  return (
    <div className="mb-4 empty:hidden">
      {group && <Notice>{groupsText.roster.chooseClass(group.name)}</Notice>}
    </div>
  );
};
