import { isoTaipei, readable } from '@portal/contract/dates';
import { type AuditEvent, actionText, subjectText } from '@portal/contract/office/audit';
import { fieldText, valueText } from '@portal/contract/office/event-fields';
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
  person: row.person,
  organization: row.organization,
  changes: changesOf(row.before, row.after, names),
});

export const eventHeads = ['時間', '人員', '動作', '對象類別', '對象', '會別', '內容'];

const changeText = (action: string, { field, before, after }: AuditEvent['changes'][number]): string => {
  const [old, fresh] = [before, after].map((value) =>
    value === null ? null : valueText(action, field, value),
  );
  return old === null || fresh === null
    ? `${fieldText(field)}：${fresh ?? old ?? ''}`
    : `${fieldText(field)}：${old} → ${fresh}`;
};

export const eventCells = (event: AuditEvent): string[] => [
  readable(event.at),
  event.actor.name ?? (event.actor.kind === 'system' ? '系統' : `${event.actor.kind}:${event.actor.id}`),
  actionText(event.action),
  subjectText(event.subject),
  [event.person?.name, event.subjectName ?? event.subjectId].filter(Boolean).join(' '),
  event.organization ?? '',
  event.changes.map((change) => changeText(event.action, change)).join('\n'),
];
