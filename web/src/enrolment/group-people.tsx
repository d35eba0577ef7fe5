import type { RegistrationRecord } from '@portal/contract/enrolment';
import { people } from '@portal/kit/browser/format.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { due } = enrolmentText;

/** Who of a managed group has to pay, and how many are still under review. */
export const GroupPeople = ({
  record: { unpaid_people, pending, situation },
}: {
  record: Pick<RegistrationRecord, 'unpaid_people' | 'pending' | 'situation'>;
}) => (
  <>
    <UnpaidPeople unpaid={unpaid_people} />
    {unpaid_people.some(({ has_left }) => has_left) && (
      <span className="mt-1 block text-sm">{due.seatsOfLeft}</span>
    )}
    {pending > 0 && situation !== 'pending' && (
      <span className="mt-1 block text-sm">{due.underReview(people(pending))}</span>
    )}
  </>
);

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
