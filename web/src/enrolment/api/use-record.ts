import type { RegistrationRecord } from '@portal/contract/enrolment';
import { useQuery } from '@tanstack/react-query';
import { recordsQuery } from './get-records.ts';

/** The record of a class: the group's that is named, else the person's own. Absent until loaded. */
export const useRecord = (code: string, group?: string): RegistrationRecord | undefined =>
  useQuery(recordsQuery()).data?.UncheckedRecords.find(
    (record) => record.code === code && record.group_code === (group ?? null),
  );
