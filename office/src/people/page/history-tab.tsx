import { useQuery } from '@tanstack/react-query';
import { History } from '../../audit/history.tsx';
import { personHistoryQuery } from '../api/get-person-history.ts';
import { useShownPerson } from './use-shown-person.ts';

export const HistoryTab = () => {
  const { id } = useShownPerson();
  return <History query={useQuery(personHistoryQuery(id))} thing={{ subject: 'account', id }} />;
};
