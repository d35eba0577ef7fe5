import { renewalOpens } from '@portal/contract/certificates';
import { addDays, addYears, isDate, today } from '@portal/contract/dates';
import type { RefusalCode } from '@portal/contract/errors';
import type { RenewalState } from './states.ts';

/** A trainee's request for renewal. */
export interface Request {
  readonly id: number;
  readonly state: RenewalState;
  readonly decidedAt: Date | null;
  /** The trainee's. */
  readonly frontNote: string | null;
  /** The reviewer's. */
  readonly backendNote: string | null;
}

/** Of a certificate, what decides where it stands. Days are Taipei's, `2026-12-05`. */
export interface RenewalFacts {
  /** Of a coach kind. */
  readonly renewable: boolean;
  /** The last valid day. */
  readonly endTime: string;
  /** The certificate that took its place. */
  readonly replacedById: number | null;
  /** In the order in which they were made. */
  readonly requests: readonly Pick<Request, 'state'>[];
}

/** It holds on that day, and nothing has taken its place. */
export const isCurrent = ({ endTime, replacedById }: RenewalFacts, day: string): boolean =>
  replacedById === null && day <= endTime;

/** A request waits for its review. */
export const isAsked = ({ requests }: RenewalFacts): boolean =>
  requests.some(({ state }) => state === 'open');

/** Why a renewal cannot be asked for on that day, in the order in which people should hear it; null when it can. */
export const renewalObstacle = (certificate: RenewalFacts, day: string): RefusalCode | null => {
  const { renewable, endTime, replacedById } = certificate;
  if (!renewable) return 'certificate_ordinary';
  if (replacedById !== null) return 'certificate_replaced';
  if (isAsked(certificate)) return 'renewal_asked';
  if (day > endTime) return 'certificate_expired';
  return day < renewalOpens(endTime) ? 'renewal_not_open' : null;
};

interface Validity {
  readonly years: number;
  readonly endTime: string;
}

/** What a renewal brings: the first and the last valid day. 29 February becomes 28 where the year has none. */
export const renewed = ({ endTime, years }: Validity): { start: string; end: string } => ({
  start: addDays(endTime, 1),
  end: addYears(endTime, years),
});

/**
 * The last valid day of what is issued on a day for so many years: the day before its anniversary, or the month's last
 * where a year has no such day (Civil Code, article 121).
 */
export const lastValidDay = (issuedOn: string, years: number): string => {
  const anniversary = addYears(issuedOn, years);
  const exists = anniversary.slice(-2) === issuedOn.slice(-2);
  return exists ? addDays(anniversary, -1) : anniversary;
};

/** Issued on a day that has come, for at least that day. */
export const areRightDates = (
  { issuedOn, endTime }: { issuedOn: string; endTime: string },
  day: string,
): boolean => isDate(issuedOn) && isDate(endTime) && issuedOn <= day && issuedOn <= endTime;

/** A certificate in the old list, with the request whose outcome it shows, if there is one. */
export interface OldRow<C> {
  readonly certificate: C;
  readonly request: Request | null;
}

interface ListedCertificate extends RenewalFacts {
  readonly id: number;
  readonly requests: readonly Request[];
}

/** Every refused request; what was replaced or has expired besides, unless a refused request tells of it already. */
const oldRowsOf = <C extends ListedCertificate>(certificate: C, day: string): OldRow<C>[] => {
  const { requests, replacedById } = certificate;
  const refused = requests.filter(({ state }) => state === 'refused');
  const rows: OldRow<C>[] = refused.map((request) => ({ certificate, request }));
  if (isCurrent(certificate, day)) return rows;
  const request = requests.find(({ state }) => state !== 'refused') ?? null;
  if (request || replacedById !== null || rows.length === 0) rows.push({ certificate, request });
  return rows;
};

/** Since when a row is old. */
const oldSince = ({ certificate, request }: OldRow<ListedCertificate>): string =>
  request?.decidedAt ? today(request.decidedAt) : certificate.endTime;

const byAge = (a: OldRow<ListedCertificate>, b: OldRow<ListedCertificate>): number =>
  oldSince(b).localeCompare(oldSince(a)) ||
  b.certificate.id - a.certificate.id ||
  (b.request?.id ?? 0) - (a.request?.id ?? 0);

/** The old list: replaced and expired certificates and refused requests, the latest first. */
export const oldRows = <C extends ListedCertificate>(certificates: readonly C[], day: string): OldRow<C>[] =>
  certificates.flatMap((certificate) => oldRowsOf(certificate, day)).sort(byAge);
