import type { RegistrationRecord } from '@portal/contract/enrolment';
import { paths } from '../platform/paths.ts';

type Place = Pick<RegistrationRecord, 'code' | 'group_code'>;

const groupOf = ({ group_code }: Place): Record<string, string> =>
  group_code === null ? {} : { group: group_code };

export const paymentReportPath = (place: Place): string =>
  paths.paymentReport.to({ code: place.code }, groupOf(place));

export const registrationInfoPath = (place: Place): string =>
  paths.registrationInfo.to({ code: place.code }, groupOf(place));

export const documentsPath = (place: Place): string =>
  paths.documents.to({ code: place.code }, groupOf(place));
