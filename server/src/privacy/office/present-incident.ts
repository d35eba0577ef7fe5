import { isoTaipei } from '@portal/contract/dates';
import { actionText } from '@portal/contract/office/audit';
import type {
  Incident,
  IncidentPerson,
  IncidentRow,
  IncidentSources,
} from '@portal/contract/office/incidents';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { FoundIncident } from '../incidents/find-incident.ts';
import type { FileRow, findSources } from '../incidents/find-sources.ts';
import type { IncidentsListRow } from '../incidents/incidents-list.ts';
import { isLetterComplete } from '../incidents/letter.ts';
import type { IncidentPersonRow } from '../incidents/people-list.ts';
import { incidentPermissions } from '../policy.ts';

const iso = (text: string): string => isoTaipei(new Date(text));
const orNull = (at: Date | null): string | null => at && isoTaipei(at);

const presentFile = ({ id, at, staff, action, name }: FileRow) => ({
  id: Number(id),
  at: iso(at),
  staff,
  name: name === null ? actionText(action) : `${actionText(action)}：${name}`,
});

export const presentSources = (found: Awaited<ReturnType<typeof findSources>>): IncidentSources => ({
  staff: found.staff.map(({ id, name }) => ({ id: Number(id), name })),
  sessions: found.sessions.map(({ session, staffId, staff, from, until, events }) => ({
    ...{ session: Number(session), staffId: Number(staffId), staff, events },
    ...{ from: iso(from), until: iso(until) },
  })),
  files: found.files.map(presentFile),
});

export const presentIncidentRow = (row: IncidentsListRow): IncidentRow => ({
  ...{ id: Number(row.id), state: row.state, title: row.title, organization: row.organization },
  ...{ from: iso(row.from), until: iso(row.until), people: row.people, createdAt: iso(row.createdAt) },
});

interface ShownIncident extends FoundIncident {
  readonly version: number;
  readonly jobId: number | null;
}

export const presentIncident = (incident: ShownIncident): Incident => {
  const { id, state, title, organization, organizationId, people, staffId, staffName, file } = incident;
  const { facts, data, measures, contact, toMail, mailed, onPaper, closingNote, version, jobId } = incident;
  return {
    ...{ id, state, title, organization, organizationId, people, version, jobId },
    ...{ facts, data, measures, contact, toMail, mailed, onPaper, closingNote },
    from: isoTaipei(incident.occurredFrom),
    until: isoTaipei(incident.occurredUntil),
    createdAt: isoTaipei(incident.createdAt),
    staff: staffId === null ? null : { id: staffId, name: staffName ?? '' },
    session: incident.sessionId,
    file: file && presentFile(file),
    notifiedAt: orNull(incident.notifiedAt),
    closedAt: orNull(incident.closedAt),
    can: incidentPermissions({ state, toMail, isLetterComplete: isLetterComplete(incident) }),
  };
};

export const presentIncidentPerson = (row: IncidentPersonRow): IncidentPerson => ({
  ...{ personId: Number(row.personId), name: row.name, organization: row.organization },
  ...{ hasMailbox: row.hasMailbox, events: row.events, identity: maskIdentity(row.identity) },
  lastAt: iso(row.lastAt),
  mailedAt: row.mailedAt === null ? null : iso(row.mailedAt),
});
