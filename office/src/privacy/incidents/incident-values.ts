import type { Incident } from '@portal/contract/office/incidents';

/** The choice of the whole association, which has no number. */
export const WHOLE_ASSOCIATION = 'whole';

export interface IncidentValues {
  organizationId: string;
  title: string;
  from: string;
  until: string;
  staffId: string;
  session: string;
  fileId: string;
  facts: string;
  data: string;
  measures: string;
  contact: string;
}

export const incidentFields = [
  ...(['organizationId', 'title', 'from', 'until', 'staffId', 'session', 'fileId'] as const),
  ...(['facts', 'data', 'measures', 'contact'] as const),
];

export const emptyIncident: IncidentValues = {
  ...{ organizationId: '', title: '', from: '', until: '', staffId: '', session: '', fileId: '' },
  ...{ facts: '', data: '', measures: '', contact: '' },
};

const LENGTH_TO_MINUTES = '2026-12-05T09:00'.length;

const chosen = (id: number | null | undefined): string => (id === null || id === undefined ? '' : `${id}`);

export const valuesOf = (incident: Incident): IncidentValues => ({
  organizationId: incident.organizationId === null ? WHOLE_ASSOCIATION : `${incident.organizationId}`,
  title: incident.title,
  from: incident.from.slice(0, LENGTH_TO_MINUTES),
  until: incident.until.slice(0, LENGTH_TO_MINUTES),
  staffId: chosen(incident.staff?.id),
  session: chosen(incident.session),
  fileId: chosen(incident.file?.id),
  facts: incident.facts,
  data: incident.data ?? '',
  measures: incident.measures ?? '',
  contact: incident.contact ?? '',
});

const idOf = (value: string): number | null => (value === '' ? null : Number(value));

export const organizationOf = ({ organizationId }: Pick<IncidentValues, 'organizationId'>): number | null =>
  organizationId === WHOLE_ASSOCIATION ? null : idOf(organizationId);

export const sentIncident = ({ organizationId: _, staffId, session, fileId, ...texts }: IncidentValues) => ({
  ...texts,
  staffId: idOf(staffId),
  session: idOf(session),
  fileId: idOf(fileId),
});
