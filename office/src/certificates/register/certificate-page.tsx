import { verificationPath } from '@portal/contract/certificates';
import { readable } from '@portal/contract/dates';
import type { CertificateDetail } from '@portal/contract/office/certificate-register';
import { registerStateNames } from '@portal/contract/office/code-names';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { actorText } from '../../audit/actor-text.ts';
import { History } from '../../audit/history.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { registerText as text } from '../../text/zh-TW/register.ts';
import { certificateQuery } from '../api/get-certificate.ts';
import { certificateHistoryQuery } from '../api/get-certificate-history.ts';
import { proofAddress } from '../api/open-proof.ts';
import { CertificateActs } from './certificate-acts.tsx';
import { RegisterStateBadge } from './state-badge.tsx';

const link = 'text-sea-800 underline hover:no-underline';

export const CertificatePage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ name, kind, number, state }) => ({
        title: `${name} ${kind}`,
        crumb: number,
        badge: <RegisterStateBadge state={state} />,
      })}
      kind={text.title}
      query={useQuery(certificateQuery(id))}
      under={[{ label: text.title, to: paths.register.to() }]}
      width="wide"
    >
      {(certificate) => <CertificateSections certificate={certificate} key={id} />}
    </LoadedPage>
  );
};

interface CertificateProps {
  certificate: CertificateDetail;
}

const CertificateSections = ({ certificate }: CertificateProps) => {
  const { id } = certificate;
  return (
    <>
      <div className="space-y-4">
        <EndNotice certificate={certificate} />
        <CertificateActs certificate={certificate} />
      </div>
      <section className="mt-8">
        <h2 className="mb-2 text-lg">{text.content}</h2>
        <Rows rows={rowsOf(certificate)} />
      </section>
      <History query={useQuery(certificateHistoryQuery(id))} thing={{ subject: 'certificate', id }} />
    </>
  );
};

const EndNotice = ({ certificate: { ended, state } }: CertificateProps) =>
  ended && (
    <Notice tone={state === 'revoked' ? 'danger' : 'info'}>
      <p className="font-semibold">
        {text.ended(registerStateNames[state], readable(ended.at), ended.by && actorText(ended.by))}
      </p>
      {ended.reason && <p className="whitespace-pre-line">{text.reason(ended.reason)}</p>}
    </Notice>
  );

const given = (term: string, value: Row['value'] | null): Row[] => (value ? [{ term, value }] : []);

const otherLink = (other: CertificateDetail['successor']) =>
  other && (
    <Link className={link} to={paths.certificate.to({ id: other.id })}>
      {other.number}
    </Link>
  );

const Proof = ({ id, proof }: { id: number; proof: NonNullable<CertificateDetail['proof']> }) => (
  <>
    <span className="whitespace-pre-line">{proof.reason}</span>
    {proof.canOpen && (
      <a className={`${link} block`} href={proofAddress(id)} rel="noreferrer" target="_blank">
        {text.openProof}
      </a>
    )}
  </>
);

const daysOf = ({ firstDay, lastDay }: CertificateDetail) =>
  firstDay && lastDay ? text.daysValue(readable(firstDay), readable(lastDay)) : null;

const nameOf = ({ personId }: CertificateDetail, name: string | null) =>
  name && <PersonName id={personId} name={name} />;

const rowsOf = (certificate: CertificateDetail): Row[] => [
  { term: text.number, value: certificate.number },
  ...given(text.registerNumber, certificate.registerNumber),
  ...given(text.name, nameOf(certificate, certificate.chineseName)),
  ...given(
    text.englishName,
    certificate.chineseName === null ? nameOf(certificate, certificate.englishName) : certificate.englishName,
  ),
  { term: text.identity, value: certificate.identity },
  { term: text.kind, value: certificate.kind },
  { term: text.course, value: certificate.course },
  ...given(text.class, certificate.classCode),
  ...given(text.hours, certificate.hours === null ? null : text.hoursValue(certificate.hours)),
  ...given(text.days, daysOf(certificate)),
  { term: text.organization, value: certificate.organization },
  { term: text.issuedOn, value: readable(certificate.issuedOn) },
  { term: text.endTime, value: text.validity(readable(certificate.endTime), certificate.years) },
  ...given(text.predecessor, otherLink(certificate.predecessor)),
  ...given(text.successor, otherLink(certificate.successor)),
  ...given(
    text.registration,
    certificate.registrationId && (
      <Link className={link} to={paths.registration.to({ id: certificate.registrationId })}>
        {text.toRegistration}
      </Link>
    ),
  ),
  ...given(text.proof, certificate.proof && <Proof id={certificate.id} proof={certificate.proof} />),
  {
    term: text.check,
    value: (
      <a className={link} href={verificationPath(certificate.number)}>
        {verificationPath(certificate.number)}
      </a>
    ),
  },
  ...given(text.digest, certificate.sha256),
];
