import { asc, eq, sql } from 'drizzle-orm';
import { findMergedParts } from '../../accounts/merging/merged-parts.ts';
import { personalWords } from '../../accounts/profile/erase-account.ts';
import { findAccount, type Person } from '../../accounts/queries.ts';
import { certificates } from '../../certificates/tables.ts';
import { registrations } from '../../enrolment/tables.ts';
import { memberships } from '../../groups/tables.ts';
import { findFormerWords } from '../../people/erase-identity-changes.ts';
import type { Tx } from '../../platform/database/database.ts';

/** The records of a person, the people whose mails may name them, and the words to search for. */
export interface Traces {
  readonly person: Person;
  readonly accountId: number;
  readonly registrationIds: readonly number[];
  readonly certificateIds: readonly number[];
  /** People of the same groups: their mails may name the person. */
  readonly readers: readonly number[];
  /** The texts by which the person could be found. */
  readonly words: readonly string[];
  /** Accounts that became part of the person's. */
  readonly parts: readonly Traces[];
}

/** Locks the registrations, so that no step changes them meanwhile. */
const findOwnTraces = async (tx: Tx, person: Person): Promise<Traces> => {
  const accountId = person.id;
  const seats = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.accountId, accountId))
    .orderBy(asc(registrations.id))
    .for('no key update');
  const held = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.accountId, accountId));
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct other.account_id as id from ${memberships} own
    join ${memberships} other on other.group_id = own.group_id and other.account_id <> own.account_id
    where own.account_id = ${accountId}`);
  const words = [...personalWords(person), ...(await findFormerWords(tx, accountId))];
  return {
    ...{ person, accountId, words: [...new Set(words)] },
    registrationIds: seats.map(({ id }) => id),
    certificateIds: held.map(({ id }) => id),
    readers: rows.map(({ id }) => Number(id)),
    parts: [],
  };
};

/** Finds the traces of the person and of accounts merged into theirs. The words of each are looked for everywhere. */
export const findTraces = async (tx: Tx, person: Person): Promise<Traces> => {
  const own = await findOwnTraces(tx, person);
  const parts: Traces[] = [];
  for (const id of await findMergedParts(tx, person.id))
    parts.push(await findOwnTraces(tx, await findAccount(tx, id)));
  const words = [...new Set([own, ...parts].flatMap((traces) => traces.words))];
  return { ...own, words, parts: parts.map((part) => ({ ...part, words })) };
};
