import { isoTaipei } from '@portal/contract/dates';
import type { RegistrationInfo, RegistrationRecord } from '@portal/contract/enrolment';
import { hasStarted } from '../catalogue/rules.ts';
import { cleanHtml } from '../platform/http/html.ts';
import { mayCheckIn, maySeePayment, permissionsOfRecord } from './policy.ts';
import type { ClassDetails, findOverlappingClasses, RecordRow } from './queries.ts';
import {
  bankAccountOf,
  type CallerRegistration,
  duesOf,
  groupState,
  type RegistrationSelection,
  shortfallOf,
  situationOf,
} from './rules.ts';
import { type ShownState, takesDocuments, WIRE } from './states.ts';

const isoOrNull = (time: Date | null): string | null => time && isoTaipei(time);

export const presentInfo = (
  trainingClass: ClassDetails,
  selection: RegistrationSelection<CallerRegistration>,
  now: Date,
): RegistrationInfo => {
  const { group, registrations } = selection;
  const state = situationOf(selection);
  // `enable` is a boolean in this call; in the records it is 1, 0 or null.
  const enable = maySeePayment({ state });
  return {
    enable,
    organization: trainingClass.organization,
    code: trainingClass.code,
    train: trainingClass.train,
    start_time: isoTaipei(trainingClass.startTime),
    number: registrations.length,
    paid_html: enable ? cleanHtml(trainingClass.paidHtml) : null,
    info: enable && trainingClass.info !== null ? cleanHtml(trainingClass.info) : null,
    paid: WIRE[state].paid,
    situation: state,
    group_code: group?.code ?? null,
    place: trainingClass.place,
    end_time: isoOrNull(trainingClass.endTime),
    payment_days: trainingClass.paymentDays,
    ...duesOf(registrations[0]?.fee ?? trainingClass.fee, registrations, now),
    bank_account: enable ? bankAccountOf(trainingClass) : null,
    confirm_by: isoOrNull(registrations[0]?.confirmBy ?? null),
  };
};

const unique = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/**
 * Returns the reasons that a group sees: those of unpaid registrations (a payment does not count, or the registration
 * was moved), and who was rejected and why.
 */
const groupReason = (rows: readonly RecordRow[], shown: ShownState): string | null => {
  const unpaid = unique(rows.filter(({ state }) => state === 'unpaid').map(({ reason }) => reason));
  const rejected = rows
    .filter(({ state }) => state === 'rejected')
    .map(({ person, reason }) => `${person}（${reason}）`)
    .join('、');
  const unqualified = rejected && shown !== 'rejected' ? `資格不符：${rejected}` : rejected;
  return [...unpaid, unqualified].filter((text) => text !== '').join('；') || null;
};

const countIn = (rows: readonly RecordRow[], wanted: RecordRow['state']): number =>
  rows.filter(({ state }) => state === wanted).length;

const groupPeople = (rows: readonly RecordRow[]) => ({
  unpaid_people: rows
    .filter(({ state }) => state === 'unpaid')
    .map(({ person, hasLeft }) => ({ name: person ?? '', has_left: hasLeft })),
  pending: countIn(rows, 'pending'),
  reported_people: countIn(rows, 'reported'),
  confirmed: countIn(rows, 'confirmed'),
});

/** The API has no value for a cancellation by staff: it shows as rejected, and the reason says that staff cancelled. */
const shownState = (rows: readonly RecordRow[]): ShownState | undefined =>
  groupState(rows.map(({ state }) => state)) ?? (rows[0]?.state === 'cancelled' ? 'rejected' : undefined);

const ownReason = ({ state, reason }: RecordRow): string | null =>
  state === 'cancelled' ? `主辦分會已取消報名：${reason}` : reason;

const documentsOf = (rows: readonly RecordRow[], state: ShownState): RegistrationRecord['documents'] => {
  if (!rows.some((row) => row.asksForDocuments) || !takesDocuments(state)) return null;
  const open = rows.filter((row) => takesDocuments(row.state));
  return { missing: open.reduce((sum, row) => sum + row.missingDocuments, 0) };
};

/** Shows the latest report that covers any of the registrations. */
const reportedOf = (rows: readonly RecordRow[], state: ShownState): RegistrationRecord['reported'] => {
  if (state !== 'reported') return null;
  const reports = rows.flatMap(({ reported }) => reported ?? []);
  const [latest] = reports.toSorted((one, other) => other.id - one.id);
  if (!latest) return null;
  const { paid_time, last_five, paid_money } = latest;
  return { paid_time, last_five, paid_money };
};

/** Null while the record shows another state, as `reported` is. */
const recordShortfall = (
  rows: readonly RecordRow[],
  state: ShownState,
  now: Date,
): RegistrationRecord['shortfall'] => {
  if (state !== 'reported') return null;
  const seats = rows.map(({ reported, ...row }) => ({
    ...row,
    report: reported && { id: reported.id, paidMoney: reported.paid_money },
  }));
  return shortfallOf(seats, now);
};

/** Returns nothing until money was received. */
const accountOf = ({ account, state, due }: RecordRow): Pick<RegistrationRecord, 'account'> => {
  const { received, paidOn, refundDue, refunded } = account;
  if (paidOn === null) return {};
  const missing = state === 'unpaid' || state === 'reported' ? due : 0;
  return { account: { received, paid_on: paidOn, missing, refund_due: refundDue, refunded } };
};

const presentRecord = (
  rows: readonly RecordRow[],
  first: RecordRow,
  state: ShownState,
  now: Date,
): RegistrationRecord => ({
  id: first.id,
  organization: first.organization,
  code: first.code,
  train: first.train,
  start_time: isoTaipei(first.startTime),
  started: hasStarted(first, now),
  group: first.groupName,
  group_code: first.managed ? first.groupCode : null,
  ...WIRE[state],
  situation: state,
  reason: first.managed ? groupReason(rows, state) : ownReason(first),
  last_rejection: first.managed ? null : first.lastRejection,
  ...permissionsOfRecord({ ...first, state }, now),
  // A cancelled registration is presented as rejected, which could be cancelled; this one is cancelled already.
  ...(first.state === 'cancelled' && { can_cancel: false }),
  can_check_in: rows.some(mayCheckIn),
  number: rows.length,
  place: first.place,
  end_time: isoOrNull(first.endTime),
  contact_name: first.contactName,
  contact_phone: first.contactPhone,
  payment_days: first.paymentDays,
  ...duesOf(first.fee, rows, now),
  ...groupPeople(first.managed ? rows : []),
  documents: documentsOf(rows, state),
  reported: reportedOf(rows, state),
  shortfall: recordShortfall(rows, state, now),
  confirm_by: isoOrNull(first.confirmBy),
  ...(!first.managed && accountOf(first)),
});

/** One record for all registrations of a managed group in a class. Keeps the order of the rows. */
export const presentRecords = (rows: readonly RecordRow[], now: Date) => {
  // Names of the API.
  const FinishRecords: RegistrationRecord[] = [];
  const UncheckedRecords: RegistrationRecord[] = [];
  const byRecord = Map.groupBy(rows, (row) => (row.managed ? `${row.groupCode} ${row.code}` : row.id));
  for (const registrations of byRecord.values()) {
    const [first] = registrations;
    const state = shownState(registrations);
    if (!first || !state) continue;
    if (state !== 'confirmed') UncheckedRecords.push(presentRecord(registrations, first, state, now));
    else if (first.startTime >= now) FinishRecords.push(presentRecord(registrations, first, state, now));
  }
  return { FinishRecords, UncheckedRecords };
};

export const presentOverlappingClass = ({
  code,
  train,
  startTime,
}: Awaited<ReturnType<typeof findOverlappingClasses>>[number]) => ({
  code,
  train,
  start_time: isoTaipei(startTime),
});
