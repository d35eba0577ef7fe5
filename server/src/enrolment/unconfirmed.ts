import { sql } from 'drizzle-orm';
import { isPersonConfirmed } from '../accounts/people/is-person-confirmed.ts';

/** In milliseconds. How long a person has to confirm their mailbox, and how much longer if the mail came late. */
export const CONFIRM_WITHIN = 48 * 3_600_000;

/** When a registration of this person lapses; null for never. */
export const confirmByOf = ({ isConfirmed }: { readonly isConfirmed: boolean }, now: Date): Date | null =>
  isConfirmed ? null : new Date(now.getTime() + CONFIRM_WITHIN);

/* r: registration, a: account. */
export const isUnconfirmed = sql<boolean>`(r.confirm_by is not null and not ${isPersonConfirmed('a')})`;
