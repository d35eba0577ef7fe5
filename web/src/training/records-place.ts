import { paths } from '../app/paths.ts';
import { readPlace } from '../catalogue/list-place.ts';
import type { RecordFilter } from './api/get-training-records.ts';

/** Where somebody is in their training records: all of it stands in the address. */
export interface RecordsPlace {
  readonly filter: RecordFilter;
  /** From 1. */
  readonly page: number;
}

/** Reads an address that anybody may have typed, as that of the list of classes is read. */
export const readRecordsPlace = (search: string): RecordsPlace => {
  const { filter, page } = readPlace(new URLSearchParams(search));
  return { filter, page };
};

/** The address of a place; what is as usual is left out. */
export const recordsAddress = ({ filter: { organization, trainclass }, page }: RecordsPlace): string =>
  paths.trainingRecords.to(
    {},
    {
      ...(organization && { organization }),
      ...(trainclass && { trainclass }),
      ...(page > 1 && { page }),
    },
  );
