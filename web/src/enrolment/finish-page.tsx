import type { RegistrationInfo } from '@portal/contract/enrolment';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { paths } from '../app/paths.ts';
import { loadStatus } from '../platform/api.ts';
import { people } from '../platform/format.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { refusedLoad, useRedirect } from '../platform/refused-load.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Rows } from '../ui/description-list.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { DecisiveTime } from '../ui/minguo-day.tsx';
import { Notice } from '../ui/notice.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { registrationInfoQuery } from './api/get-registration-info.ts';

const text = enrolmentText.finish;

/** 繳費資訊 once approved, 報名資訊 before; of one's own seat or, with `?group=`, of a managed group's. */
export const FinishPage = () => {
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const query = useQuery(registrationInfoQuery(code, search.get('group') ?? undefined));
  const { data, error } = query;
  const title = data && (data.enable ? text.paymentTitle : text.registrationTitle);
  usePageTitle(title);
  useRedirect(refusedLoad(error), paths.personalEnrolment.to({ code }));
  return (
    <>
      <Breadcrumbs
        items={[
          { label: enrolmentText.home, to: paths.home.to() },
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

/** What is to be paid is for a part of a group, where some of it has paid or is still looked at. */
const numberOf = ({ number, unpaid }: RegistrationInfo): string =>
  people(number) + (unpaid > 0 && unpaid < number ? text.unpaid(unpaid) : '');

const Info = ({ info }: { info: RegistrationInfo }) => (
  <div className="space-y-8">
    <p>{info.enable ? text.paymentGreeting : text.registrationGreeting}</p>
    <Rows
      rows={[
        { term: enrolmentText.organization, value: info.organization },
        { term: enrolmentText.code, value: info.code },
        { term: enrolmentText.train, value: info.train },
        { term: enrolmentText.startTime, value: <DecisiveTime time={info.start_time} /> },
        { term: text.number, value: numberOf(info) },
      ]}
    />
    {info.enable && info.paid_html && <HtmlSection html={info.paid_html} title={text.paymentMethod} />}
    {info.enable && info.info && <HtmlSection html={info.info} title={text.instructions} />}
    <Notice title={text.notice} tone="warn">
      {info.enable ? text.paymentNotice : text.registrationNotice}
    </Notice>
    <div className="text-center">
      <ButtonLink to={paths.records.to()} variant="primary">
        {enrolmentText.confirm}
      </ButtonLink>
    </div>
  </div>
);

const HtmlSection = ({ title, html }: { title: string; html: string }) => (
  <section>
    <h2 className="mb-2">{title}</h2>
    <RichText html={html} />
  </section>
);
