import type { RegistrationRecord } from '@portal/contract/enrolment';
import { people } from '@portal/kit/browser/format.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { ClassHead } from './class-head.tsx';
import { documentsPath, paymentReportPath, registrationInfoPath } from './registration-links.ts';
import { RegistrationState, StateExplanation } from './registration-state.tsx';
import { Steps } from './steps.tsx';
import { hasToPay, urgencyOf } from './urgency.ts';

const text = enrolmentText.card;

interface CardProps {
  record: RegistrationRecord;
}

export const RegistrationCard = ({ record, day }: CardProps & { day: string }) => (
  <article className="space-y-3 rounded-lg border border-line bg-surface p-4">
    <ClassHead
      day={day}
      group={record.group_code && text.ofGroup(record.group ?? record.group_code, people(record.number))}
      trainingClass={record}
    />
    <div>
      <RegistrationState record={record} />
      <StateExplanation record={record} />
    </div>
    <Steps isFree={record.fee === 0} situation={record.situation} />
    <NextStep record={record} />
  </article>
);

const NextStep = ({ record }: CardProps) => {
  const name = `${record.train}（${record.code}）`;
  if (urgencyOf(record) === 'documents') {
    return (
      <ButtonLink aria-label={text.of(text.addDocuments, name)} to={documentsPath(record)} variant="primary">
        {text.addDocuments}
      </ButtonLink>
    );
  }
  if (record.can_enrol_again) return <EnrolAgain record={record} />;
  if (!record.can_report_payment) return null;
  if (!hasToPay(record)) return <ReportAgain name={name} record={record} />;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink aria-label={text.of(text.report, name)} to={paymentReportPath(record)} variant="primary">
        {text.report}
      </ButtonLink>
      <ButtonLink aria-label={text.of(text.info, name)} to={registrationInfoPath(record)}>
        {text.info}
      </ButtonLink>
    </div>
  );
};

/** A quiet button, because the person has nothing to do. */
const ReportAgain = ({ record, name }: CardProps & { name: string }) =>
  record.situation === 'reported' && (
    <ButtonLink
      aria-label={text.of(text.reportAgain, name)}
      className="-ms-3"
      to={paymentReportPath(record)}
      variant="quiet"
    >
      {text.reportAgain}
    </ButtonLink>
  );

export const EnrolAgain = ({ record: { code, train } }: CardProps) => (
  <ButtonLink
    aria-label={text.of(text.again, `${train}（${code}）`)}
    to={paths.personalEnrolment.to({ code })}
  >
    {text.again}
  </ButtonLink>
);
