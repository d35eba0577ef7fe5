import { isoTaipei } from '@portal/contract/dates';
import type { RegistrationInfo, RegistrationRecord } from '@portal/contract/enrolment';
import { cleanHtml } from '../platform/html.ts';
import { mayCheckIn, maySeePayment, recordPermissions } from './policy.ts';
import type { ClassDetails, RecordRow } from './queries.ts';
import {
  bankAccountOf,
  type CallerRegistration,
  duesOf,
  foldedState,
  type RegistrationSelection,
} from './rules.ts';
import { type ShownState, takesDocuments, WIRE } from './states.ts';

export const presentInfo = (
  opening: ClassDetails,
  { registrations }: RegistrationSelection<CallerRegistration>,
): RegistrationInfo => {
  const state = foldedState(registrations.map((registration) => registration.state));
  const enable = state !== undefined && maySeePayment({ state });
  return {
    enable,
    organization: opening.organization,
    code: opening.code,
    train: opening.train,
    start_time: isoTaipei(opening.startTime),
    number: registrations.length,
    unpaid: registrations.filter((registration) => registration.state === 'unpaid').length,
    paid_html: enable ? cleanHtml(opening.paidHtml) : null,
    info: enable && opening.info !== null ? cleanHtml(opening.info) : null,
    paid: state === undefined ? 0 : WIRE[state].paid,
    place: opening.place,
    end_time: isoOrNull(opening.endTime),
    ...duesOf(opening.fee, registrations),
    bank_account: enable ? bankAccountOf(opening) : null,
  };
};

const isoOrNull = (time: Date | null): string | null => time && isoTaipei(time);

const unique = (texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.filter((text) => text !== null)),
];

/** For a group: why payments were not found, and who was rejected for which reason. */
const foldedReason = (rows: readonly RecordRow[], shown: ShownState): string | null => {
  const payments = unique(rows.filter(({ state }) => state === 'unpaid').map(({ reason }) => reason));
  const refused = rows
    .filter(({ state }) => state === 'refused')
    .map(({ person, reason }) => `${person}（${reason}）`)
    .join('、');
  const unqualified = refused && shown !== 'refused' ? `資格不符：${refused}` : refused;
  return [...payments, unqualified].filter((text) => text !== '').join('；') || null;
};

/** The API has no value for a cancellation by staff: it shows as rejected, and the reason says that staff cancelled. */
const shownState = (rows: readonly RecordRow[]): ShownState | undefined =>
  foldedState(rows.map(({ state }) => state)) ?? (rows[0]?.state === 'cancelled' ? 'refused' : undefined);

const ownReason = ({ state, reason }: RecordRow): string | null =>
  state === 'cancelled' ? `主辦分會已取消報名：${reason}` : reason;

const documentsOf = (rows: readonly RecordRow[], state: ShownState): RegistrationRecord['documents'] => {
  if (!rows.some((row) => row.asksForDocuments) || !takesDocuments(state)) return null;
  const live = rows.filter((row) => takesDocuments(row.state));
  return { missing: live.reduce((sum, row) => sum + row.missingDocuments, 0) };
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
  group: first.groupName,
  group_code: first.managed ? first.groupCode : null,
  ...WIRE[state],
  reason: first.managed ? foldedReason(rows, state) : ownReason(first),
  ...recordPermissions({ ...first, state }, now),
  ...(first.state === 'cancelled' && { can_cancel: false }),
  can_check_in: rows.some(mayCheckIn),
  number: rows.length,
  place: first.place,
  end_time: isoOrNull(first.endTime),
  contact_name: first.contactName,
  contact_phone: first.contactPhone,
  ...duesOf(first.fee, rows),
  documents: documentsOf(rows, state),
});

/** One record for all registrations of a managed group in a class. Keeps the order of the rows. */
export const presentRecords = (rows: readonly RecordRow[], now: Date) => {
  const FinishRecords: RegistrationRecord[] = [];
  const UncheckedRecords: RegistrationRecord[] = [];
  const folded = Map.groupBy(rows, (row) => (row.managed ? `${row.groupCode} ${row.code}` : row.id));
  for (const together of folded.values()) {
    const [first] = together;
    const state = shownState(together);
    if (!first || !state) continue;
    if (state !== 'confirmed') UncheckedRecords.push(presentRecord(together, first, state, now));
    else if (first.startTime >= now) FinishRecords.push(presentRecord(together, first, state, now));
  }
  return { FinishRecords, UncheckedRecords };
};
