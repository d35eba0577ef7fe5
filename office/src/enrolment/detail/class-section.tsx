import { readable } from '@portal/contract/dates';
import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { Link } from 'react-router';
import { GroupName } from '../../groups/group-name.tsx';
import { paths } from '../../platform/paths.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { type Fact, RegistrationFacts } from './facts.tsx';
import { resultText } from './result-text.ts';
import { Section } from './section.tsx';

const text = reviewsText.registration;

const reportText = (reported: NonNullable<RegistrationDetail['reported']>): string => {
  const { money, paidTime, lastFive, covers } = reported;
  const report = text.report(text.amount(money), paidTime.slice(0, 10), lastFive);
  return covers > 1 ? `${report}${text.reportCovers(covers)}` : report;
};

const RosterLink = ({ trainingClass: { course, code } }: { trainingClass: RegistrationDetail['class'] }) => (
  <Link
    className="text-sea-800 underline hover:no-underline"
    to={paths.registrations.to({}, { class: code })}
  >
    {course}
    <span className="inline-block">（{code}）</span>
  </Link>
);

const factsOf = (detail: RegistrationDetail): Fact[] => {
  const { class: trainingClass, group, createdAt, reason, result, reported } = detail;
  const { confirmBy, sameNetwork } = detail;
  return [
    { term: text.class, value: <RosterLink trainingClass={trainingClass} /> },
    { term: text.organization, value: trainingClass.organization },
    { term: text.startTime, value: readable(trainingClass.startTime) },
    { term: text.place, value: trainingClass.place },
    { term: text.fee, value: text.amount(trainingClass.fee) },
    { term: text.seats, value: text.seatsTaken(trainingClass.number, trainingClass.limit) },
    { term: text.group, value: group ? <GroupName group={group} /> : text.personal },
    { term: text.submitted, value: readable(createdAt) },
    ...(confirmBy ? [{ term: text.confirmBy, value: text.confirmByTime(readable(confirmBy)) }] : []),
    ...(sameNetwork > 0
      ? [{ term: text.sameNetwork, value: reviewsText.queue.sameNetwork(sameNetwork) }]
      : []),
    ...(reason ? [{ term: text.reason, value: <span className="whitespace-pre-line">{reason}</span> }] : []),
    ...(result === null ? [] : [{ term: text.result, value: resultText(result) }]),
    ...(reported ? [{ term: text.reported, value: reportText(reported) }] : []),
  ];
};

export const ClassSection = ({ detail }: { detail: RegistrationDetail }) => (
  <Section title={text.section}>
    <RegistrationFacts facts={factsOf(detail)} />
  </Section>
);
