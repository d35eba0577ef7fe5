import type { RegistrationRecord } from '@portal/contract/enrolment';
import { paths } from '../platform/paths.ts';

/** A group's row stands for the group's seats, not for one's own. */
const groupOf = ({ group_code }: RegistrationRecord): Record<string, string> =>
  group_code === null ? {} : { group: group_code };

export const paymentReportPath = (record: RegistrationRecord): string =>
  paths.paymentReport.to({ code: record.code }, groupOf(record));

export const paymentInfoPath = (record: RegistrationRecord): string =>
  paths.personalEnrolmentFinish.to({ code: record.code }, groupOf(record));

export const documentsPath = (record: RegistrationRecord): string =>
  paths.documents.to({ code: record.code }, groupOf(record));
