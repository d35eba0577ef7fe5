import { Refusal } from '../../platform/errors.ts';
import type { IncidentNotice } from '../letters.ts';
import type { FoundIncident } from './find-incident.ts';

type Texts = Pick<FoundIncident, 'facts' | 'data' | 'measures' | 'contact'>;

export const isLetterComplete = ({ data, measures, contact }: Texts): boolean =>
  Boolean(data && measures && contact);

/** The texts of the letter. Throws unless all that the law wants people to be told is written. */
export const noticeOf = ({ facts, data, measures, contact }: Texts): Omit<IncidentNotice, 'name'> => {
  if (!data || !measures || !contact) throw new Refusal('incident_letter_incomplete');
  return { facts, data, measures, contact };
};
