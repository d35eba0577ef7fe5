import { useQuery } from '@tanstack/react-query';
import { History } from '../audit/history.tsx';
import { groupHistoryQuery } from './api/get-group-history.ts';
import { useShownGroup } from './use-shown-group.ts';

export const HistoryTab = () => {
  const { id } = useShownGroup();
  return <History query={useQuery(groupHistoryQuery(id))} thing={{ subject: 'group', id }} />;
};
