import { readable, today } from '@portal/contract/dates';
import type { AttendanceSheet } from '@portal/contract/office/training';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShownClass } from '../../classes/use-shown-class.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { attendanceText as text } from '../../text/zh-TW/attendance.ts';
import { attendanceQuery } from '../api/get-attendance.ts';
import { PaperButton } from './paper-button.tsx';
import { PersonLine } from './person-line.tsx';
import { ScanButton } from './scan-button.tsx';
import { countMarks, sessionToMark } from './sheet.ts';
import { useMarking } from './use-marking.ts';

export const AttendanceTab = () => {
  const query = useQuery(attendanceQuery(useShownClass().id));
  return <Loaded query={query}>{(data) => <AttendanceForm sheet={data} />}</Loaded>;
};

const timeNow = () => new Date().toLocaleTimeString('en-GB', { timeZone: 'Asia/Taipei', timeStyle: 'short' });

const AttendanceForm = ({ sheet }: { sheet: AttendanceSheet }) => {
  const [chosen, choose] = useState(() => sessionToMark(sheet.sessions, today(new Date()), timeNow())?.id);
  const place = sheet.sessions.findIndex(({ id }) => id === chosen);
  if (sheet.sessions.length === 0)
    return <EmptyState title={text.noSessions}>{text.noSessionsHint}</EmptyState>;
  return (
    <>
      <SelectField
        className="max-w-md"
        label={text.session}
        onChange={(event) => choose(Number(event.target.value))}
        options={sheet.sessions.map(({ id, date, from, to }) => ({
          value: `${id}`,
          label: text.sessionOption(readable(date), from, to),
        }))}
        placeholder={null}
        value={`${chosen}`}
      />
      <SessionMarks key={chosen} place={Math.max(0, place)} sheet={sheet} />
    </>
  );
};

const SessionMarks = ({ sheet, place }: { sheet: AttendanceSheet; place: number }) => {
  const session = sheet.sessions[place];
  const mark = useMarking(sheet.class.id, session?.id ?? 0);
  const { people, can, minimum } = sheet;
  if (people.length === 0 || !session) return <EmptyState title={text.empty} />;
  const open = people.filter(({ marks }) => !marks[place]?.state);
  const allPresent = () =>
    mark(open.map(({ registrationId }) => ({ registrationId, state: 'present' as const })));
  return (
    <>
      <div className="my-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <p aria-live="polite">{text.summary(countMarks(people, place))}</p>
        {minimum > 0 && <p className="text-ink-soft">{text.minimum(minimum)}</p>}
        {can.mark && session.isOpen && <ScanButton classId={sheet.class.id} sessionId={session.id} />}
        {can.mark && session.isOpen && open.length > 0 && (
          <Button onClick={allPresent}>{text.all(open.length)}</Button>
        )}
      </div>
      <div className="mb-4 flex flex-wrap gap-2">
        <PaperButton classId={sheet.class.id} paper="roster" />
        <PaperButton classId={sheet.class.id} paper="sign_in" />
      </div>
      {!session.isOpen && <p className="mb-4 text-ink-soft">{text.later}</p>}
      <ul aria-label={text.people} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {people.map((person) => (
          <PersonLine
            canMark={can.mark}
            key={person.registrationId}
            mark={mark}
            person={person}
            place={place}
            session={session}
          />
        ))}
      </ul>
    </>
  );
};
