import { useQuery } from '@tanstack/react-query';
import { History } from '../../audit/history.tsx';
import { classHistoryQuery } from '../api/get-class-history.ts';
import { useOpening } from '../use-opening.ts';

export const HistoryTab = () => {
  const { id } = useOpening();
  return <History query={useQuery(classHistoryQuery(id))} thing={{ subject: 'class', id }} />;
};
