import type { RegistrationRecord } from '@portal/contract/enrolment';
import { useQuery } from '@tanstack/react-query';
import { recordsQuery } from './get-records.ts';

/** The unfinished record of a class: that of `group`, or the person's own if null. Undefined until loaded, and if there is none. */
export const useRecord = (code: string, group: string | null): RegistrationRecord | undefined =>
  useQuery(recordsQuery()).data?.UncheckedRecords.find(
    (record) => record.code === code && record.group_code === group,
  );
