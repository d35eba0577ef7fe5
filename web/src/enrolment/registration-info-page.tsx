import type { RegistrationInfo } from '@portal/contract/enrolment';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { people } from '@portal/kit/browser/format.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { MissingDocuments, useMissesDocuments } from '../documents/missing-documents.tsx';
import { paths } from '../platform/paths.ts';
import { documentsText } from '../text/zh-TW/documents.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { registrationInfoQuery } from './api/get-registration-info.ts';
import { useRecord } from './api/use-record.ts';
import { type NextAct, nextAct } from './next-act.ts';
import { documentsPath, paymentReportPath } from './registration-links.ts';
import { Parts } from './shortfall.tsx';
import { showRecord } from './shown-record.ts';
import { Situation } from './situation.tsx';
import { isCovered } from './urgency.ts';

const text = enrolmentText.registrationInfo;

export const RegistrationInfoPage = () => {
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const group = search.get('group') ?? undefined;
  const query = useQuery(registrationInfoQuery(code, group));
  const { data, error } = query;
  const title = data && (data.enable ? text.paymentTitle : text.registrationTitle);
  usePageTitle(title);
  const refusal = refusedLoad(error);
  useRedirect(refusal, afterRefusal(error, code));
  return (
    <>
      <Breadcrumbs
        items={[
          { label: common.home, to: paths.home.to() },
          { label: enrolmentText.classList, to: paths.classList.to() },
          { label: title ?? text.registrationTitle },
        ]}
      />
      <h1 className="mb-2">{title ?? text.registrationTitle}</h1>
      <LoadFault status={loadStatus(query)}>
        {data ? <Info info={data} /> : <SkeletonRows rows={6} />}
      </LoadFault>
    </>
  );
};

/** The records say why somebody was rejected and whom to ask; others are led to enrol. */
const afterRefusal = (error: unknown, code: string): string =>
  refusalCode(error) === 'registration_rejected' ? paths.records.to() : paths.personalEnrolment.to({ code });

/** The amount covers a part of the group if others have paid or are under review. */
const numberOf = ({ number, unpaid }: RegistrationInfo): string =>
  people(number) + (unpaid > 0 && unpaid < number ? text.unpaid(unpaid) : '');

const noticeOf = ({ enable, fee }: RegistrationInfo): string => {
  if (enable) return text.paymentNotice;
  return fee === 0 ? text.freeNotice : text.registrationNotice;
};

const Info = ({ info }: { info: RegistrationInfo }) => {
  const record = useRecord(info.code, info.group_code);
  const hasToPay = info.amount > 0 || Boolean(record?.shortfall);
  const next = nextAct({
    hasToPay,
    missesDocuments: useMissesDocuments(info),
  });
  return (
    <div className="space-y-6">
      <p>{info.enable ? text.paymentGreeting : text.registrationGreeting}</p>
      <Situation info={info} />
      <MissingDocuments hasLink={next !== 'documents'} place={info} />
      <Instructions hasToPay={hasToPay} info={info} />
      <FormSection title={text.details}>
        <Rows
          rows={[
            { term: enrolmentText.organization, value: info.organization },
            { term: enrolmentText.code, value: info.code },
            { term: enrolmentText.train, value: info.train },
            { term: enrolmentText.startTime, value: <DecisiveTime time={info.start_time} /> },
            { term: text.number, value: numberOf(info) },
          ]}
        />
      </FormSection>
      {info.situation !== 'confirmed' && !isCovered(info) && (
        <Notice title={text.notice}>{noticeOf(info)}</Notice>
      )}
      <RegistrationActions info={info} next={next} />
    </div>
  );
};

/** Folds the instructions, once the person has paid, below a sentence that warns of paying twice. */
const Instructions = ({ info, hasToPay }: { info: RegistrationInfo; hasToPay: boolean }) => {
  if (!info.enable) return null;
  const sections = (
    <>
      {info.paid_html && <HtmlSection html={info.paid_html} title={text.paymentMethod} />}
      {info.info && <HtmlSection html={info.info} title={text.instructions} />}
    </>
  );
  if (hasToPay || info.fee === 0 || !(info.paid_html || info.info)) return sections;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sea-800">
        {info.situation === 'reported' ? text.reportedBefore : text.paidBefore}
      </summary>
      <div className="mt-3 space-y-6">{sections}</div>
    </details>
  );
};

/** The next act is the only primary button, in sight from the beginning. */
const RegistrationActions = ({ info, next }: { info: RegistrationInfo; next: NextAct }) => (
  <ActionBar>
    <Parts
      className="text-ink-soft text-sm max-sm:basis-full max-sm:text-xs"
      parts={next === 'payment' ? text.confirmLeadsToPay : text.confirmLeads}
    />
    <ButtonLink
      state={showRecord(info)}
      to={paths.records.to()}
      variant={next === 'nothing' ? 'primary' : 'secondary'}
    >
      {enrolmentText.confirm}
    </ButtonLink>
    {next === 'documents' && (
      <ButtonLink to={documentsPath(info)} variant="primary">
        {documentsText.give}
      </ButtonLink>
    )}
    {next === 'payment' && (
      <ButtonLink to={paymentReportPath(info)} variant="primary">
        {text.report}
      </ButtonLink>
    )}
  </ActionBar>
);

const HtmlSection = ({ title, html }: { title: string; html: string }) => (
  <FormSection title={title}>
    <RichText html={html} />
  </FormSection>
);
