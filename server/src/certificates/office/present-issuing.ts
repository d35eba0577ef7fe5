import { paperFormats } from '@portal/contract/certificates';
import { today } from '@portal/contract/dates';
import type * as contract from '@portal/contract/office/certificate-issuing';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Candidate, CertificateRow, IssuingClass } from '../desk/candidates.ts';
import { daysSince } from '../desk/rules.ts';
import type { ClassToIssueRow } from '../desk/waiting.ts';

const presentCertificate = (row: CertificateRow, day: string): contract.ShownCertificate => {
  const { id, number, registerNumber, issuedOn, endTime, state } = row;
  const isExpired = state === 'valid' && endTime < day;
  return { id, number, registerNumber, issuedOn, endTime, state: isExpired ? 'expired' : state };
};

const presentCandidate = (candidate: Candidate, day: string): contract.Candidate => {
  const { registrationId, chineseName, englishName, identity, group, lacks, certificate, live } = candidate;
  return {
    registrationId,
    personId: candidate.accountId,
    name: chineseName ?? englishName ?? '',
    identity: maskIdentity(identity),
    group,
    lacks: [...lacks],
    certificate: certificate && presentCertificate(certificate, day),
    live: live && presentCertificate(live, day),
    isContradicted: candidate.isContradicted,
    isReady: candidate.isReady,
  };
};

interface Sheet {
  readonly issuingClass: IssuingClass;
  readonly candidates: readonly Candidate[];
  readonly unresulted: number;
  readonly jobId: number | null;
  readonly layout: { readonly hasCard: boolean };
  readonly can: contract.IssuingSheet['can'];
}

export const presentIssuing = (
  { issuingClass, candidates, unresulted, jobId, layout, can }: Sheet,
  now: Date,
): contract.IssuingSheet => {
  const { id, code, kind, years, lastDay } = issuingClass;
  const day = today(now);
  return {
    class: { id, code },
    kind: { name: kind, years },
    lastDay,
    days: daysSince(lastDay, day),
    unresulted,
    people: candidates.map((candidate) => presentCandidate(candidate, day)),
    jobId,
    formats:
      can.issue && candidates.some(({ printableId }) => printableId !== null)
        ? paperFormats.filter((format) => format === 'a4' || layout.hasCard)
        : [],
    can,
  };
};

export const presentClassToIssue = (row: ClassToIssueRow, now: Date): contract.ClassToIssue => ({
  ...row,
  days: daysSince(row.lastDay, today(now)),
});
