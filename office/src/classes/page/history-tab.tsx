import { useQuery } from '@tanstack/react-query';
import { History } from '../../audit/history.tsx';
import { classHistoryQuery } from '../api/get-class-history.ts';
import { useShownClass } from '../use-shown-class.ts';

export const HistoryTab = () => {
  const { id } = useShownClass();
  return <History query={useQuery(classHistoryQuery(id))} thing={{ subject: 'class', id }} />;
};
