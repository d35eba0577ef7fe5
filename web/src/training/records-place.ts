import { given, type ListPlace, readPlace } from '../catalogue/list-place.ts';
import { paths } from '../platform/paths.ts';

export type RecordsPlace = Omit<ListPlace, 'opened'>;

export const readRecordsPlace = (search: string): RecordsPlace => {
  const { filter, page } = readPlace(new URLSearchParams(search));
  return { filter, page };
};

export const recordsAddress = ({ filter, page }: RecordsPlace): string =>
  paths.trainingRecords.to({}, { ...given(filter), ...(page > 1 && { page }) });
