import type { Certificate, OldCertificate, RenewalPage } from '@portal/contract/certificates';
import { readable, today } from '@portal/contract/dates';
import type { Mail } from '../mail/letters.ts';
import { renewalApprovedLetter, renewalAskedLetter, renewalRejectedLetter } from './letters.ts';
import type { HeldCertificate, ReviewedRequest } from './queries.ts';
import { isAsked, lastRejection, type OldRow, type Request, renewalObstacle, renewed } from './rules.ts';
import type { RenewalState } from './states.ts';

const describe = ({ id, organization, number, name, years, endTime }: HeldCertificate) => ({
  id,
  organization,
  code: number,
  name,
  year: years,
  end_time: endTime,
});

const presentRejection = ({ decidedAt, backendNote }: Request) => ({
  decided_on: decidedAt && today(decidedAt),
  reason: backendNote,
});

export const presentCertificate = (certificate: HeldCertificate, day: string): Certificate => {
  const rejection = lastRejection(certificate);
  return {
    ...describe(certificate),
    state: certificate.renewable,
    asked: isAsked(certificate),
    can_ask: renewalObstacle(certificate, day) === null,
    last_rejection: rejection && presentRejection(rejection),
  };
};

const WIRE: Record<RenewalState, 1 | 0 | null> = { open: null, approved: 1, rejected: 0 };

export const presentOldCertificate = ({ certificate, request }: OldRow<HeldCertificate>): OldCertificate => ({
  ...describe(certificate),
  request_id: request?.id ?? null,
  state: request && WIRE[request.state],
  asked: request !== null && request.state === 'open',
  can_ask: false,
  front_note: request?.frontNote ?? null,
  backend_note: request?.backendNote ?? null,
});

export const presentRenewal = (certificate: HeldCertificate, day: string): RenewalPage => {
  const { start, end } = renewed(certificate);
  return {
    organization: certificate.organization,
    code: certificate.number,
    name: certificate.name,
    ask_date: day,
    new_cert_start: start,
    new_cert_end: end,
  };
};

interface Person {
  readonly name: string;
}

export const renewalAskedMail = (certificate: HeldCertificate, { name }: Person): Mail => {
  const { start, end } = renewed(certificate);
  return renewalAskedLetter({
    name,
    organization: certificate.organization,
    number: certificate.number,
    certificate: certificate.name,
    start: readable(start),
    end: readable(end),
  });
};

interface NextCertificate {
  readonly number: string;
  readonly start: string;
  readonly end: string;
}

export const renewalApprovedMail = (
  request: ReviewedRequest,
  next: NextCertificate,
  { name }: Person,
): Mail =>
  renewalApprovedLetter({
    name,
    certificate: request.name,
    number: next.number,
    start: readable(next.start),
    end: readable(next.end),
  });

export const renewalRejectedMail = (request: ReviewedRequest, reason: string, { name }: Person): Mail =>
  renewalRejectedLetter({ name, certificate: request.name, number: request.number, reason });
