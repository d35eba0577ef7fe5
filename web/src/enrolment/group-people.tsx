import type { RegistrationRecord } from '@portal/contract/enrolment';
import { people } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { due, status } = enrolmentText;

type People = Pick<
  RegistrationRecord,
  'unpaid_people' | 'pending' | 'reported_people' | 'confirmed' | 'situation'
>;

/** The people of a managed group who have to pay, and the number of the others in each state. */
export const GroupPeople = ({ record }: { record: People }) => {
  const others = otherStates(record);
  return (
    <>
      <UnpaidPeople unpaid={record.unpaid_people} />
      {record.unpaid_people.some(({ has_left }) => has_left) && (
        <span className="mt-1 block text-sm">{due.seatsOfLeft}</span>
      )}
      {others.length > 0 && <span className="mt-1 block text-sm">{due.others(others)}</span>}
    </>
  );
};

/** The record shows one state for all: these are the people in another. */
const otherStates = ({ situation, pending, reported_people, confirmed }: People): string[] => {
  const others = [
    ['pending', pending, status.pending],
    ['reported', reported_people, status.reported],
    // The words fit a class without a fee too, unlike 已繳費.
    ['confirmed', confirmed, status.complete],
  ] as const;
  return others
    .filter(([state, count]) => state !== situation && count > 0)
    .map(([, count, words]) => people(count) + words);
};

/** More names are folded. */
const NAMES_SHOWN = 5;

interface UnpaidPeopleProps {
  unpaid: RegistrationRecord['unpaid_people'];
}

const UnpaidPeople = ({ unpaid }: UnpaidPeopleProps) => {
  if (unpaid.length === 0) return null;
  const joined = unpaid.map(({ name, has_left }) => name + (has_left ? due.hasLeft : '')).join('、');
  return unpaid.length <= NAMES_SHOWN ? (
    <span className="mt-1 block text-sm">{due.from(joined)}</span>
  ) : (
    <details className="mt-1 text-sm">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sea-800">
        {due.fromMany(people(unpaid.length))}
      </summary>
      {joined}
    </details>
  );
};
