import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { resultText } from './result-text.ts';
import { Section } from './section.tsx';
import { RegistrationStateBadge } from './state-badge.tsx';

type OtherRegistration = RegistrationDetail['others'][number];

interface OtherRegistrationsProps {
  title: string;
  none: string;
  registrations: readonly OtherRegistration[];
}

export const OtherRegistrations = ({ title, none, registrations }: OtherRegistrationsProps) => (
  <Section title={title}>
    {registrations.length === 0 && <p className="text-ink-soft">{none}</p>}
    <ul className="divide-y divide-line">
      {registrations.map((registration) => (
        <OtherRegistrationItem key={registration.id} registration={registration} />
      ))}
    </ul>
  </Section>
);

const OtherRegistrationItem = ({
  registration: { id, class: trainingClass, state, result, reason },
}: OtherRegistrationItemProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
    <span className="tabular">{dateOf(trainingClass.startTime)}</span>
    <Link className="text-sea-800 underline hover:no-underline" to={paths.registration.to({ id })}>
      {trainingClass.course}（{trainingClass.code}）
    </Link>
    <RegistrationStateBadge state={state} />
    {result !== null && (
      <span className="font-semibold">{`${reviewsText.otherHeads.result}：${resultText(result)}`}</span>
    )}
    {reason && <span className="w-full text-ink-soft text-sm">{reason}</span>}
  </li>
);

interface OtherRegistrationItemProps {
  registration: OtherRegistration;
}
