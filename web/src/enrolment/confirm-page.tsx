import type { Class } from '@portal/contract/catalogue';
import type { AskedDocument } from '@portal/contract/documents';
import type { SameHours } from '@portal/contract/enrolment';
import { failureKind, firstError, loadStatus } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { money } from '@portal/kit/browser/format.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { DecisiveTime, Moment } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PersonDetails } from '../accounts/person-details.tsx';
import { classQuery } from '../catalogue/api/get-class.ts';
import { refusedFor, useLeaveForClass } from '../catalogue/leave-for-class.ts';
import { classDocumentsQuery } from '../documents/api/get-class-documents.ts';
import { ChooseDocuments } from '../documents/choose-documents.tsx';
import { type ChosenFile, justEnrolled, keepChosenFiles } from '../documents/chosen-files.ts';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useUser } from '../platform/session.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { refusedText } from '../text/zh-TW/refused-enrolment.ts';
import { enrolmentCheckQuery } from './api/check-enrolment.ts';
import { useEnrol } from './api/enrol.ts';
import { useRecord } from './api/use-record.ts';
import { CrowdDialog } from './crowd-dialog.tsx';
import { Contact } from './registration-state.tsx';
import { hasLeft } from './use-turn.ts';

const text = enrolmentText.confirmation;

export const ConfirmPage = () => {
  const { code = '' } = useParams();
  const check = useQuery(enrolmentCheckQuery(code));
  const trainingClass = useQuery(classQuery(code));
  const documents = useQuery(classDocumentsQuery(code));
  const asked = documents.data?.asked;
  const query = {
    data: check.data &&
      trainingClass.data &&
      asked && { trainingClass: trainingClass.data, asked, sameHours: check.data.same_hours },
    error: check.error ?? trainingClass.error ?? documents.error,
    isFetching: check.isFetching || trainingClass.isFetching || documents.isFetching,
    refetch: () => Promise.all([check.refetch(), trainingClass.refetch(), documents.refetch()]),
  };
  useLeaveForClass(query.data ? null : query.error, code);
  return (
    <Page
      title={text.title}
      lead={text.subtitle}
      under={[{ label: enrolmentText.classList, to: paths.classList.to() }]}
    >
      <LoadFault status={loadStatus(query)}>
        {query.data ? <EnrolmentConfirmation {...query.data} /> : <SkeletonRows rows={8} />}
      </LoadFault>
    </Page>
  );
};

interface EnrolmentConfirmationProps {
  trainingClass: Class;
  asked: readonly AskedDocument[];
  sameHours: readonly SameHours[];
}

const EnrolmentConfirmation = ({ trainingClass, asked, sameHours }: EnrolmentConfirmationProps) => {
  const user = useUser();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  return (
    <div className="space-y-6">
      <Notice>
        {text.note.before}
        <Link
          className="underline"
          state={{ from: paths.personalEnrolment.to(trainingClass) }}
          to={paths.profile.to()}
        >
          {text.note.link}
        </Link>
        {text.note.after}
      </Notice>
      <LastReason trainingClass={trainingClass} />
      {sameHours.length > 0 && <OverlapNotice classes={sameHours} />}
      <div className="grid items-start gap-6 xl:grid-cols-[28rem_minmax(0,1fr)]">
        <FormSection title={text.classData}>
          <Rows
            rows={[
              { term: enrolmentText.organization, value: trainingClass.organization },
              { term: enrolmentText.code, value: trainingClass.code },
              { term: enrolmentText.train, value: trainingClass.name },
              { term: enrolmentText.startTime, value: <DecisiveTime time={trainingClass.start_time} /> },
              { term: enrolmentText.place, value: trainingClass.place },
              { term: text.hours, value: text.hoursOf(trainingClass.hours) },
              { term: text.fee, value: <Fee trainingClass={trainingClass} /> },
            ]}
          />
          <Introduction trainingClass={trainingClass} />
        </FormSection>
        <FormSection title={text.personData}>
          {user?.src === null && (
            <p className="mb-2 text-ink-soft text-sm">
              {text.noPhoto}
              <Link
                className="underline"
                state={{ from: paths.personalEnrolment.to(trainingClass) }}
                to={paths.profile.to()}
              >
                {text.note.link}
              </Link>
            </p>
          )}
          {user && <PersonDetails person={user} />}
        </FormSection>
      </div>
      {asked.length > 0 && <ChooseDocuments asked={asked} chosen={chosen} onChange={setChosen} />}
      <EnrolActions chosen={chosen} code={trainingClass.code} fee={trainingClass.fee} />
    </div>
  );
};

/** The reason of the last rejection; null for none. */
const useLastReason = (code: string): string | null => {
  const record = useRecord(code, null);
  return record?.situation === 'rejected' ? record.reason : null;
};

/** Names the qualifications. It is unfolded for people who were rejected, because they must read it again. */
const Introduction = ({ trainingClass }: { trainingClass: Class }) => {
  const lastReason = useLastReason(trainingClass.code);
  return (
    <details className="mt-2" open={lastReason !== null}>
      <summary className="min-h-11 cursor-pointer py-2 text-sea-800 underline">{text.introduction}</summary>
      <div className="mt-2">
        <RichText html={trainingClass.html} />
      </div>
    </details>
  );
};

const LastReason = ({ trainingClass }: { trainingClass: Class }) => {
  const reason = useLastReason(trainingClass.code);
  if (!reason) return null;
  return (
    <Notice title={text.lastReason} tone="warn">
      <p>{reason}</p>
      <Contact label={text.lastReasonNext} record={trainingClass} />
    </Notice>
  );
};

const OverlapNotice = ({ classes }: { classes: readonly SameHours[] }) => (
  <Notice title={text.sameHours} tone="warn">
    <ul>
      {classes.map(({ code, train, start_time }) => (
        <li key={code}>
          <Link className="underline" to={paths.classDetail.to({ code })}>
            {train}（{code}）
          </Link>
          <Moment time={start_time} />
        </li>
      ))}
    </ul>
    <p>{text.sameHoursNext}</p>
  </Notice>
);

const Fee = ({ trainingClass: { fee, payment_days } }: { trainingClass: Class }) =>
  fee === 0 ? (
    text.free
  ) : (
    <>
      <strong>{money(fee)}</strong>
      <small className="block text-ink-soft text-sm">{text.payWithin(payment_days)}</small>
    </>
  );

interface EnrolActionsProps {
  code: string;
  chosen: readonly ChosenFile[];
  fee: number;
}

const EnrolActions = ({ code, chosen, fee }: EnrolActionsProps) => {
  const navigate = useNavigate();
  const back = useBack(paths.classList.to());
  const enrol = useEnrol(code);
  const [failure, setFailure] = useState<Error | null>(null);
  const { isPending, isSuccess, crowd, leave, wasWaiting } = enrol;
  const isSending = isPending || isSuccess;
  const send = () => enrol.mutate(undefined, { onError: (error) => hasLeft(error) || setFailure(error) });
  const sendAgain = useEffectEvent(send);
  useEffect(() => {
    if (wasWaiting) sendAgain();
  }, [wasWaiting]);
  useEffect(() => {
    if (!isSuccess) return;
    keepChosenFiles(code, chosen);
    if (chosen.length === 0) navigate(paths.registrationInfo.to({ code }), { replace: true });
    else navigate(paths.documents.to({ code }), { replace: true, state: justEnrolled });
  }, [isSuccess, navigate, code, chosen]);
  return (
    <ActionBar>
      <p className="min-w-40 flex-1 text-ink-soft text-sm">
        {fee > 0 && <strong className="me-2 text-ink">{money(fee)}</strong>}
        {fee > 0 ? text.next : text.nextFree}
      </p>
      <Button onClick={back} variant="quiet" waits={isSending}>
        {enrolmentText.cancel}
      </Button>
      <Button busy={isSending} busyLabel={enrolmentText.sending} onClick={send} variant="primary">
        {enrolmentText.confirm}
      </Button>
      <CrowdDialog crowd={crowd} onLeave={leave} />
      {failure && <EnrolmentFailure code={code} error={failure} onClose={() => setFailure(null)} />}
    </ActionBar>
  );
};

/** Refusals after which another class of the course may be open. */
const closedReasons: readonly (string | undefined)[] = [
  'class_full',
  'class_closed',
  'class_started',
  'class_called_off',
  'class_not_open_yet',
  'personal_not_allowed',
];

interface EnrolmentFailureProps {
  code: string;
  error: Error;
  onClose: () => void;
}

/** A lost answer is no failure: the person may be enrolled. Sending again is safe. */
const EnrolmentFailure = ({ code, error, onClose }: EnrolmentFailureProps) => {
  const navigate = useNavigate();
  const refusal = firstError(error, 'Class');
  const toRecords = { label: text.toRecords, onChoose: () => navigate(paths.records.to()) };
  const toClass = {
    label: refusedText.toClass,
    onChoose: () => navigate(paths.classDetail.to({ code }), { state: refusal && refusedFor(refusal) }),
  };
  const next = refusalCode(error) === 'already_applied' ? toRecords : undefined;
  return failureKind(error) === 'offline' ? (
    <AlertDialog
      buttonLabel={common.close}
      kind="info"
      next={toRecords}
      onClose={onClose}
      open
      text={text.lost}
      title={common.notice}
    />
  ) : (
    <AlertDialog
      kind="error"
      next={closedReasons.includes(refusalCode(error)) ? toClass : next}
      onClose={onClose}
      open
      text={refusal ?? failureText(error)}
      title={text.failed}
    />
  );
};
