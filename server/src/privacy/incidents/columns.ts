import type { ChangedField } from '@portal/contract/office/event-fields';
import type { IncidentEdit } from '@portal/contract/office/incidents';
import type { incidents } from '../tables.ts';
import type { Selection } from './affected.ts';

type WrittenIncident = Omit<IncidentEdit, 'version'>;

/** The columns that a form changes. */
export const columnsOf = ({ from, until, staffId, session, fileId, ...texts }: WrittenIncident) => {
  const { title, facts, data, measures, contact } = texts;
  return {
    ...{ title, facts, data, measures, contact },
    ...{ occurredFrom: from, occurredUntil: until, staffId, sessionId: session, eventId: fileId },
  } satisfies { [Field in ChangedField]?: unknown };
};

type Columns = ReturnType<typeof columnsOf>;

export const storedColumns = (stored: Omit<typeof incidents.$inferSelect, 'state'>): Columns => {
  const { title, facts, data, measures, contact } = stored;
  const { occurredFrom, occurredUntil, staffId, sessionId, eventId } = stored;
  return {
    ...{ title, facts, data, measures, contact },
    ...{ occurredFrom, occurredUntil, staffId, sessionId, eventId },
  };
};

export const selectionOf = (
  { from, until, staffId, session, fileId }: WrittenIncident,
  organizationId: number | null,
): Selection => ({ organizationId, from, until, staffId, sessionId: session, eventId: fileId });
