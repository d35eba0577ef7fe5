import { readable } from '@portal/contract/dates';
import type { RegistrationRecord } from '@portal/contract/enrolment';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { DueLine } from './due-line.tsx';
import { recordStatus } from './record-status.ts';
import { documentsPath, paymentInfoPath, paymentReportPath } from './registration-links.ts';
import { situationOf } from './stage.ts';
import { Steps } from './steps.tsx';
import { waitingFor } from './waiting.ts';

const text = enrolmentText.card;

/** Without the address in brackets. */
const placeName = (place: string): string => place.replace(/[（(].*$/, '') || place;

/** One registration: what it is about, where it stands, what is to be done and what comes next. */
export const RegistrationCard = ({ record }: { record: RegistrationRecord }) => {
  const status = recordStatus(record);
  return (
    <article className="space-y-3 rounded-lg border border-line bg-surface p-4">
      <div>
        <h3 className="text-base">
          <Link className="underline hover:no-underline" to={paths.classDetail.to({ code: record.code })}>
            {record.train}
          </Link>
        </h3>
        <p>
          <time dateTime={record.start_time}>{readable(record.start_time)}</time>
        </p>
        <p>{placeName(record.place)}</p>
        <p className="text-ink-soft text-sm">
          {record.organization} {record.code}
          {record.group_code !== null && `　${record.group}`}
        </p>
      </div>
      <div>
        <Badge tone={status.tone}>{status.text}</Badge>
        {record.amount > 0 && <DueLine record={record} />}
        <p className="mt-1 text-sm">{sentence(record)}</p>
      </div>
      <Steps isFree={record.fee === 0} situation={situationOf(record)} />
      <NextStep record={record} />
    </article>
  );
};

const sentence = (record: RegistrationRecord): string =>
  waitingFor(record) === 'refused' && record.reason ? record.reason : text.says[waitingFor(record)];

const NextStep = ({ record }: { record: RegistrationRecord }) => {
  const named = `${record.train}（${record.code}）`;
  if (waitingFor(record) === 'documents') {
    return (
      <ButtonLink aria-label={text.of(text.addDocuments, named)} to={documentsPath(record)} variant="primary">
        {text.addDocuments}
      </ButtonLink>
    );
  }
  if (!record.can_report_payment || situationOf(record) !== 'unpaid') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink aria-label={text.of(text.report, named)} to={paymentReportPath(record)} variant="primary">
        {text.report}
      </ButtonLink>
      <ButtonLink aria-label={text.of(text.info, named)} to={paymentInfoPath(record)}>
        {text.info}
      </ButtonLink>
    </div>
  );
};
