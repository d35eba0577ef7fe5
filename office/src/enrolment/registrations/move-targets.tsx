import { readable } from '@portal/contract/dates';
import type { MoveTarget } from '@portal/contract/office/enrolment';
import { registrationText } from '../../text/zh-TW/registration.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { ClassChoice } from '../class-choice.tsx';

const text = registrationText.move;
const { amount } = reviewsText.registration;

const differenceText = (difference: number): string => {
  if (difference === 0) return text.same;
  return difference > 0 ? text.more(amount(difference)) : text.less(amount(-difference));
};

/** The classes that the registration may be moved to: free seats, dates and the difference of the fee. */
export const MoveTargets = ({ targets }: { targets: readonly MoveTarget[] }) => (
  <ClassChoice
    choices={targets.map(({ code, organization, startTime, place, fee, left, difference, obstacle }) => ({
      code,
      title: code,
      lines: [
        `${readable(startTime)}　${organization}`,
        place,
        `${text.left(left)}，${text.fee(amount(fee))}（${differenceText(difference)}）`,
      ],
      obstacle,
    }))}
    label={text.target}
  />
);
