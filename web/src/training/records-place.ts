import { given, type ListPlace, readPlace } from '../catalogue/list-place.ts';
import { paths } from '../platform/paths.ts';

/** Filter and page of the training records, kept in the address. */
export type RecordsPlace = Omit<ListPlace, 'opened'>;

/** Reads an address that anybody may have typed, as that of the list of classes is read. */
export const readRecordsPlace = (search: string): RecordsPlace => {
  const { filter, page } = readPlace(new URLSearchParams(search));
  return { filter, page };
};

/** The address of a place; what is as usual is left out. */
export const recordsAddress = ({ filter, page }: RecordsPlace): string =>
  paths.trainingRecords.to({}, { ...given(filter), ...(page > 1 && { page }) });
