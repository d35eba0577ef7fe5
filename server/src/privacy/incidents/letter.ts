import { Refusal } from '../../platform/errors.ts';
import type { IncidentNotice } from '../letters.ts';
import type { FoundIncident } from './find-incident.ts';

/** The texts of the letter. Throws unless all that the law wants people to be told is written. */
export const noticeOf = ({
  facts,
  data,
  measures,
  contact,
}: Pick<FoundIncident, 'facts' | 'data' | 'measures' | 'contact'>): Omit<IncidentNotice, 'name'> => {
  if (!data || !measures || !contact) throw new Refusal('incident_letter_incomplete');
  return { facts, data, measures, contact };
};
