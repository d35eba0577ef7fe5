import { readable } from '@portal/contract/dates';
import {
  type AuditEvent,
  actions,
  actionText,
  events,
  exportEvents,
  subjects,
  subjectText,
} from '@portal/contract/office/audit';
import { useQuery } from '@tanstack/react-query';
import { type List, loadList, type Option, runExport } from '../lists/list.ts';
import { PersonName } from '../people/person-name.tsx';
import { staffListQuery } from '../staff/api/get-staff.ts';
import { auditText as text } from '../text/zh-TW/audit.ts';
import { ActorName } from './actor-name.tsx';
import { Changes } from './changes.tsx';

const optionsOf = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const useStaffOptions = (): Option[] => {
  const { data = [] } = useQuery(staffListQuery);
  const people = data.map(({ id, name }) => ({ value: `staff:${id}`, label: name }));
  return [...people, { value: 'system', label: text.system }];
};

const thingText = ({ subject, subjectId, subjectName }: AuditEvent): string => {
  const name = subjectName ?? (subjectId === null ? null : text.unknown(subjectId));
  return [subjectText(subject), name].filter(Boolean).join(' ');
};

const EventThing = ({ event }: { event: AuditEvent }) => {
  const { subject, subjectId, subjectName, person } = event;
  if (person)
    return (
      <>
        {subjectText(subject)} <PersonName {...person} /> <span className="inline-block">{subjectName}</span>
      </>
    );
  if (subject !== 'account' || subjectId === null) return thingText(event);
  return (
    <>
      {subjectText(subject)} <PersonName id={subjectId} name={subjectName ?? text.unknown(subjectId)} />
    </>
  );
};

export const eventsList: List<AuditEvent> = {
  name: 'events',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-at',
  rowKey: ({ key }) => key,
  load: loadList(events),
  exported: { run: runExport(exportEvents), hasIdentity: false },
  filters: [
    { kind: 'linked', name: 'thing', label: text.oneThing },
    { kind: 'linked', name: 'account', label: text.onePerson },
    { kind: 'choice', name: 'actor', label: text.actor, useOptions: useStaffOptions },
    { kind: 'choice', name: 'action', label: text.action, useOptions: () => optionsOf(actions) },
    { kind: 'choice', name: 'subject', label: text.subject, useOptions: () => optionsOf(subjects) },
    { kind: 'day', name: 'from', label: text.from, isFurther: true },
    { kind: 'day', name: 'until', label: text.until, isFurther: true },
  ],
  columns: [
    { key: 'at', header: text.at, cell: ({ at }) => readable(at), sort: 'at', together: true },
    { key: 'actor', header: text.actor, cell: ({ actor }) => <ActorName actor={actor} />, together: true },
    { key: 'action', header: text.action, cell: ({ action }) => actionText(action), primary: true },
    { key: 'thing', header: text.thing, cell: (row) => <EventThing event={row} /> },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization,
      together: true,
    },
    {
      key: 'changes',
      header: text.changes,
      cell: (event) => <Changes action={event.action} changes={event.changes} />,
    },
  ],
};
