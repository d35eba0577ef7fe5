import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isPersonConfirmed } from '../../accounts/people/is-person-confirmed.ts';
import { registrations, seatStates } from '../tables.ts';

/** The time in which a person must confirm their mailbox, and the longest extension if the mail was sent late. */
export const CONFIRM_WITHIN_MS = 48 * 3_600_000;

/** When a registration of this person lapses; null for never. */
export const confirmByOf = ({ isConfirmed }: { readonly isConfirmed: boolean }, now: Date): Date | null =>
  isConfirmed ? null : new Date(now.getTime() + CONFIRM_WITHIN_MS);

/* Aliases in the query: r is the registration, a the account. */
export const isUnconfirmed = sql<boolean>`(r.confirm_by is not null and not ${isPersonConfirmed('a')})`;

/** So many enrolments in a class from one network are a concern; those of a couple or of two colleagues are not. */
export const MIN_SAME_NETWORK = 3;

interface Enrolled {
  readonly classId: SQLWrapper;
  readonly network: SQLWrapper;
}

/**
 * SQL for the number of people who hold a seat in the class and enrolled from this network. It is 0 without a network,
 * and then reads no registrations.
 */
export const countSameNetwork = ({ classId, network }: Enrolled): SQL<number> => sql<number>`(
  case when ${network} is null then 0 else (
    select count(near.id)::int from ${registrations} near
    where near.class_id = ${classId} and near.network = ${network} and near.state in ${seatStates}) end)`;
