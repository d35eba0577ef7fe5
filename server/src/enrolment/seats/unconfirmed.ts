import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isPersonConfirmed } from '../../accounts/people/is-person-confirmed.ts';
import { registrations, seatStates } from '../tables.ts';

/** In milliseconds. How long a person has to confirm their mailbox, and how much longer if the mail came late. */
export const CONFIRM_WITHIN = 48 * 3_600_000;

/** When a registration of this person lapses; null for never. */
export const confirmByOf = ({ isConfirmed }: { readonly isConfirmed: boolean }, now: Date): Date | null =>
  isConfirmed ? null : new Date(now.getTime() + CONFIRM_WITHIN);

/* r: registration, a: account. */
export const isUnconfirmed = sql<boolean>`(r.confirm_by is not null and not ${isPersonConfirmed('a')})`;

/** So many people of a class from one network are marked. A couple or two colleagues are not. */
export const SEVERAL = 3;

interface Enrolled {
  readonly classId: SQLWrapper;
  readonly network: SQLWrapper;
}

/**
 * How many people hold a seat in the class for which they enrolled from this network; 0 without one, for which the class
 * need not be searched.
 */
export const countSameNetwork = ({ classId, network }: Enrolled): SQL<number> => sql<number>`(
  case when ${network} is null then 0 else (
    select count(near.id)::int from ${registrations} near
    where near.class_id = ${classId} and near.network = ${network} and near.state in ${seatStates}) end)`;
