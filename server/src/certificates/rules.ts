import { renewalOpens } from '@portal/contract/certificates';
import { addDays, addYears, isDate, today } from '@portal/contract/dates';
import type { RefusalCode } from '@portal/contract/errors';
import type { CertificateState, RenewalState } from './states.ts';

export interface Request {
  readonly id: number;
  readonly state: RenewalState;
  readonly decidedAt: Date | null;
  readonly frontNote: string | null;
  readonly backendNote: string | null;
}

interface RenewalFacts {
  /** Only coach certificates are. */
  readonly renewable: boolean;
  readonly endTime: string;
  readonly certificateState: CertificateState;
  readonly requests: readonly Pick<Request, 'state'>[];
}

export const isCurrent = ({ endTime, certificateState }: RenewalFacts, day: string): boolean =>
  certificateState === 'valid' && day <= endTime;

export const isAsked = ({ requests }: RenewalFacts): boolean =>
  requests.some(({ state }) => state === 'open');

const isReplaced = ({ certificateState }: Pick<RenewalFacts, 'certificateState'>): boolean =>
  certificateState === 'renewed' || certificateState === 'corrected';

/** Null once the renewal is asked for again. */
export const lastRejection = ({ requests }: { readonly requests: readonly Request[] }): Request | null => {
  const [last] = requests.toSorted((one, other) => other.id - one.id);
  return last?.state === 'rejected' ? last : null;
};

/** Most relevant first. */
export const renewalObstacle = (certificate: RenewalFacts, day: string): RefusalCode | null => {
  const { renewable, endTime, certificateState } = certificate;
  if (!renewable) return 'certificate_ordinary';
  if (certificateState === 'revoked') return 'certificate_revoked';
  if (isReplaced(certificate)) return 'certificate_replaced';
  if (isAsked(certificate)) return 'renewal_asked';
  if (day > endTime) return 'certificate_expired';
  return day < renewalOpens(endTime) ? 'renewal_not_open' : null;
};

interface Validity {
  readonly years: number;
  readonly endTime: string;
}

/** Keeps the day of the year; 29 February becomes 28 February in other years. */
export const renewed = ({ endTime, years }: Validity): { start: string; end: string } => ({
  start: addDays(endTime, 1),
  end: addYears(endTime, years),
});

/** Returns the day before the anniversary, or the last day of the month without one (Civil Code, article 121). */
export const lastValidDay = (issuedOn: string, years: number): string => {
  const anniversary = addYears(issuedOn, years);
  const exists = anniversary.slice(-2) === issuedOn.slice(-2);
  return exists ? addDays(anniversary, -1) : anniversary;
};

/** Whether the issue is not in the future and the certificate is valid for at least one day. */
export const areValidDates = (
  { issuedOn, endTime }: { issuedOn: string; endTime: string },
  day: string,
): boolean => isDate(issuedOn) && isDate(endTime) && issuedOn <= day && issuedOn <= endTime;

export interface OldRow<C> {
  readonly certificate: C;
  readonly request: Request | null;
}

interface ListedCertificate extends RenewalFacts {
  readonly id: number;
  readonly requests: readonly Request[];
}

/** A rejected request already shows its certificate. */
const oldRowsOf = <C extends ListedCertificate>(certificate: C, day: string): OldRow<C>[] => {
  const { requests } = certificate;
  const refused = requests.filter(({ state }) => state === 'rejected');
  const rows: OldRow<C>[] = refused.map((request) => ({ certificate, request }));
  if (isCurrent(certificate, day)) return rows;
  const request = requests.find(({ state }) => state !== 'rejected') ?? null;
  if (request || isReplaced(certificate) || rows.length === 0) rows.push({ certificate, request });
  return rows;
};

const oldSince = ({ certificate, request }: OldRow<ListedCertificate>): string =>
  request?.decidedAt ? today(request.decidedAt) : certificate.endTime;

const byAge = (a: OldRow<ListedCertificate>, b: OldRow<ListedCertificate>): number =>
  oldSince(b).localeCompare(oldSince(a)) ||
  b.certificate.id - a.certificate.id ||
  (b.request?.id ?? 0) - (a.request?.id ?? 0);

/** Latest first. */
export const oldRows = <C extends ListedCertificate>(certificates: readonly C[], day: string): OldRow<C>[] =>
  certificates.flatMap((certificate) => oldRowsOf(certificate, day)).sort(byAge);
