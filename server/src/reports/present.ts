import { isoTaipei } from '@portal/contract/dates';
import type { AuditEvent } from '@portal/contract/office/events';
import { changesOf, type Names, presentActor } from '../audit/event-texts.ts';
import type { EventRow } from './events-list.ts';

export const presentEvent = (row: EventRow, names: Names): AuditEvent => ({
  key: row.key,
  at: isoTaipei(new Date(row.at)),
  actor: presentActor(row),
  action: row.action,
  subject: row.subject,
  subjectId: row.subjectId === null ? null : Number(row.subjectId),
  subjectName: row.subjectName,
  organization: row.organization,
  changes: changesOf(row.before, row.after, names),
});
