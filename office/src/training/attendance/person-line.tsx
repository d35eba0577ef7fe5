import {
  type AttendancePerson,
  type AttendanceSession,
  type AttendanceState,
  attendanceNames,
  attendanceStates,
} from '@portal/contract/office/training';
import { useState } from 'react';
import { PersonName } from '../../people/person-name.tsx';
import { PersonPhoto } from '../../people/person-photo.tsx';
import { attendanceText as text } from '../../text/zh-TW/attendance.ts';
import type { WantedMark } from './use-marking.ts';

interface PersonLineProps {
  person: AttendancePerson;
  place: number;
  session: AttendanceSession;
  canMark: boolean;
  /** The address of the photo, if photos are shown; null without one. */
  photo: string | null | undefined;
  mark: (wanted: readonly WantedMark[]) => void;
}

export const PersonLine = ({ person, place, session, canMark, photo, mark }: PersonLineProps) => {
  const { registrationId, personId, name, identity, group, hours, percent } = person;
  const own = person.marks[place];
  const set = (state: AttendanceState) =>
    mark([{ registrationId, state: own?.state === state ? null : state }]);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 sm:px-4">
      {photo !== undefined && <PersonPhoto name={name} size="small" src={photo} />}
      <div className="min-w-40 flex-1">
        <p>
          <PersonName id={personId} name={name} />
          <span className="ms-3 text-ink-soft text-sm">
            {identity}
            {group && `・${group}`}
          </span>
        </p>
        <p className="text-ink-soft text-sm">
          {text.hours(hours, percent)}
          {own?.checkedInAt && `・${text.checkedIn(own.checkedInAt.slice(11, 16))}`}
        </p>
      </div>
      <fieldset className="grid w-full grid-cols-4 gap-1 sm:w-80">
        <legend className="sr-only">{text.markOf(name)}</legend>
        {attendanceStates.map((state) => (
          <MarkButton
            isOff={!canMark || (!session.isOpen && state !== 'leave')}
            isSet={own?.state === state}
            key={state}
            onPress={() => set(state)}
            state={state}
          />
        ))}
      </fieldset>
      {own?.state === 'late' && (
        <MissedMinutes
          key={own.missedMinutes}
          minutes={own.missedMinutes}
          name={name}
          onChange={
            canMark ? (missedMinutes) => mark([{ registrationId, state: 'late', missedMinutes }]) : undefined
          }
        />
      )}
    </li>
  );
};

const looks: Readonly<Record<AttendanceState, string>> = {
  present: 'aria-pressed:border-ok-600 aria-pressed:bg-ok-50 aria-pressed:text-ok-700',
  late: 'aria-pressed:border-warn-600 aria-pressed:bg-warn-50 aria-pressed:text-warn-700',
  leave: 'aria-pressed:border-sea-600 aria-pressed:bg-sea-50 aria-pressed:text-sea-800',
  absent: 'aria-pressed:border-danger-600 aria-pressed:bg-danger-50 aria-pressed:text-danger-700',
};

interface MarkButtonProps {
  state: AttendanceState;
  isSet: boolean;
  isOff: boolean;
  onPress: () => void;
}

const MarkButton = ({ state, isSet, isOff, onPress }: MarkButtonProps) => (
  <button
    aria-pressed={isSet}
    className={`min-h-11 cursor-pointer rounded-md border border-line-strong bg-surface px-1 hover:bg-sea-50 disabled:cursor-not-allowed disabled:text-ink-soft aria-pressed:border-2 aria-pressed:font-bold ${looks[state]}`}
    disabled={isOff}
    onClick={onPress}
    type="button"
  >
    {attendanceNames[state]}
  </button>
);

interface MissedMinutesProps {
  name: string;
  minutes: number;
  onChange: ((minutes: number) => void) | undefined;
}

/** Sent when the field is left. */
const MissedMinutes = ({ name, minutes, onChange }: MissedMinutesProps) => {
  const [typed, setTyped] = useState(`${minutes}`);
  const leave = () => {
    const value = Number(typed);
    if (/^[0-9]{1,4}$/.test(typed) && value <= 1440 && value !== minutes) onChange?.(value);
    else setTyped(`${minutes}`);
  };
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        aria-label={text.missed(name)}
        className="min-h-11 w-16 rounded-md border border-line-strong px-2 text-end text-base"
        disabled={!onChange}
        inputMode="numeric"
        onBlur={leave}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        value={typed}
      />
      {text.missedUnit}
    </label>
  );
};
