import { readable, today } from '@portal/contract/dates';
import {
  type AttendancePerson,
  type AttendanceSheet,
  attendancePhoto,
} from '@portal/contract/office/training';
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
import { useMarking, type WantedMark } from './use-marking.ts';

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

/** Null for somebody without one. */
const photoOf = ({ class: { id } }: AttendanceSheet, { registrationId, hasPhoto }: AttendancePerson) =>
  hasPhoto
    ? attendancePhoto.path.replace(':id', `${id}`).replace(':registration', `${registrationId}`)
    : null;

const SessionMarks = ({ sheet, place }: { sheet: AttendanceSheet; place: number }) => {
  const session = sheet.sessions[place];
  const [hasPhotos, showPhotos] = useState(false);
  const mark = useMarking(sheet.class.id, session?.id ?? 0);
  const { people, can, minimum } = sheet;
  if (people.length === 0 || !session) return <EmptyState title={text.empty} />;
  const open = people.filter(({ marks }) => !marks[place]?.state);
  const isMarked = can.mark && session.isOpen;
  return (
    <>
      <div className="sticky top-14 z-10 -mx-4 mt-2 mb-1 flex flex-wrap items-center gap-x-4 gap-y-1 bg-paper px-4 py-1 lg:mx-0 lg:px-0">
        <p aria-live="polite" className="font-semibold">
          {text.summary(countMarks(people, place))}
        </p>
        {minimum > 0 && <p className="text-ink-soft text-sm max-sm:hidden">{text.minimum(minimum)}</p>}
        {isMarked && <ScanButton classId={sheet.class.id} sessionId={session.id} />}
        {isMarked && <AllPresent mark={mark} open={open} />}
        <span className="flex flex-wrap sm:ms-auto">
          <Button aria-pressed={hasPhotos} onClick={() => showPhotos(!hasPhotos)} variant="quiet">
            {text.photos}
          </Button>
          <PaperButton classId={sheet.class.id} paper="roster" />
          <PaperButton classId={sheet.class.id} paper="sign_in" />
        </span>
      </div>
      {!session.isOpen && <p className="mb-4 text-ink-soft">{text.later}</p>}
      <ul aria-label={text.people} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {people.map((person) => (
          <PersonLine
            canMark={can.mark}
            key={person.registrationId}
            mark={mark}
            person={person}
            photo={hasPhotos ? photoOf(sheet, person) : undefined}
            place={place}
            session={session}
          />
        ))}
      </ul>
    </>
  );
};

interface AllPresentProps {
  open: readonly AttendancePerson[];
  mark: (wanted: readonly WantedMark[]) => void;
}

/** One press marks everybody who has no mark yet; another takes these marks back. */
const AllPresent = ({ open, mark }: AllPresentProps) => {
  const [marked, setMarked] = useState<readonly number[]>([]);
  const set = (ids: readonly number[], state: 'present' | null) =>
    mark(ids.map((registrationId) => ({ registrationId, state })));
  const begin = () => {
    const ids = open.map(({ registrationId }) => registrationId);
    set(ids, 'present');
    setMarked(ids);
  };
  const undo = () => {
    set(marked, null);
    setMarked([]);
  };
  if (open.length > 0) return <Button onClick={begin}>{text.all(open.length)}</Button>;
  return marked.length > 0 && <Button onClick={undo}>{text.undoAll(marked.length)}</Button>;
};
