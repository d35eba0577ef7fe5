import type { RegistrationRecord } from '@portal/contract/enrolment';
import { paths } from '../platform/paths.ts';

const groupOf = ({ group_code }: RegistrationRecord): Record<string, string> =>
  group_code === null ? {} : { group: group_code };

export const paymentReportPath = (record: RegistrationRecord): string =>
  paths.paymentReport.to({ code: record.code }, groupOf(record));

export const registrationInfoPath = (record: RegistrationRecord): string =>
  paths.registrationInfo.to({ code: record.code }, groupOf(record));

export const documentsPath = (record: RegistrationRecord): string =>
  paths.documents.to({ code: record.code }, groupOf(record));
