import type { RegistrationInfo } from '@portal/contract/enrolment';
import { classRefusals } from '@portal/contract/refusals/classes';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { people } from '@portal/kit/browser/format.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { DecisiveTime } from '@portal/kit/ui/minguo-day.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { MissingDocuments } from '../documents/missing-documents.tsx';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { registrationInfoQuery } from './api/get-registration-info.ts';
import { useRecord } from './api/use-record.ts';
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
  useRedirect(refusal, afterRefusal(refusal, code));
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
        {data ? <Info group={group} info={data} /> : <SkeletonRows rows={6} />}
      </LoadFault>
    </>
  );
};

/** The records say why somebody was rejected and whom to ask; others are led to enrol. */
const afterRefusal = (refusal: string | null, code: string): string =>
  refusal === classRefusals.registration_rejected.text
    ? paths.records.to()
    : paths.personalEnrolment.to({ code });

/** The amount covers a part of the group if others have paid or are under review. */
const numberOf = ({ number, unpaid }: RegistrationInfo): string =>
  people(number) + (unpaid > 0 && unpaid < number ? text.unpaid(unpaid) : '');

const noticeOf = ({ enable, fee }: RegistrationInfo): string => {
  if (enable) return text.paymentNotice;
  return fee === 0 ? text.freeNotice : text.registrationNotice;
};

const Info = ({ info, group }: { info: RegistrationInfo; group: string | undefined }) => {
  const record = useRecord(info.code, group);
  const isToPay = info.amount > 0 || Boolean(record?.shortfall);
  return (
    <div className="space-y-6">
      <p>{info.enable ? text.paymentGreeting : text.registrationGreeting}</p>
      <Situation group={group} info={info} />
      <MissingDocuments code={info.code} group={group} />
      {info.enable && info.paid_html && <HtmlSection html={info.paid_html} title={text.paymentMethod} />}
      {info.enable && info.info && <HtmlSection html={info.info} title={text.instructions} />}
      <section>
        <h2 className="mb-2">{text.details}</h2>
        <Rows
          rows={[
            { term: enrolmentText.organization, value: info.organization },
            { term: enrolmentText.code, value: info.code },
            { term: enrolmentText.train, value: info.train },
            { term: enrolmentText.startTime, value: <DecisiveTime time={info.start_time} /> },
            { term: text.number, value: numberOf(info) },
          ]}
        />
      </section>
      {info.situation !== 'confirmed' && !isCovered(info) && (
        <Notice title={text.notice}>{noticeOf(info)}</Notice>
      )}
      <div className="text-center">
        <p className="mb-2 text-balance text-ink-soft text-sm">{text.confirmLeads}</p>
        <ButtonLink to={paths.records.to()} variant={isToPay ? 'secondary' : 'primary'}>
          {enrolmentText.confirm}
        </ButtonLink>
      </div>
    </div>
  );
};

const HtmlSection = ({ title, html }: { title: string; html: string }) => (
  <section>
    <h2 className="mb-2">{title}</h2>
    <RichText html={html} />
  </section>
);
