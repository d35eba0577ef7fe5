import { eq, getTableColumns } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { PersonMove } from '../../platform/database/person-move.ts';
import { accounts } from '../tables.ts';

/** An address is filled as a whole. A mailbox is not filled, because it lets somebody in. */
const GROUPS = [
  ['englishName'],
  ['sex'],
  ['cityId', 'areaId', 'address', 'addressCode'],
  ['cellPhone'],
  ['homePhone'],
  ['companyPhone'],
  ['employer'],
  ['careerId'],
  ['educationId'],
  ['educationStatusId'],
  ['school'],
  ['department'],
] as const;

type Field = (typeof GROUPS)[number][number];
type Values = Pick<typeof accounts.$inferSelect, Field>;
export type FilledFields = Partial<Values>;

const findValues = async (tx: Tx, accountId: number): Promise<Values> => {
  const [found] = await tx.select(getTableColumns(accounts)).from(accounts).where(eq(accounts.id, accountId));
  if (!found) throw new Error(`there is no account ${accountId}`);
  return found;
};

const valuesOf = (fields: readonly Field[], from: Values): FilledFields =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

const isEmpty = (fields: readonly Field[], { ...values }: Values) =>
  fields.every((field) => values[field] === null);

/** Fills what is empty and nothing else. Returns what it filled. */
export const fillFromRemoved = async (tx: Tx, { from, to }: PersonMove, now: Date): Promise<FilledFields> => {
  const [removed, survivor] = [await findValues(tx, from), await findValues(tx, to)];
  const groups = GROUPS.filter((group) => isEmpty(group, survivor) && !isEmpty(group, removed));
  const filled = valuesOf(groups.flat(), removed);
  if (groups.length > 0)
    await tx
      .update(accounts)
      .set({ ...filled, updatedAt: now })
      .where(eq(accounts.id, to));
  return filled;
};

/** Empties what was filled and is still the same. Returns the fields that somebody changed since. */
export const emptyFilled = async (
  tx: Tx,
  accountId: number,
  filled: FilledFields,
  now: Date,
): Promise<string[]> => {
  const current = await findValues(tx, accountId);
  const groups = GROUPS.filter((group) => group.some((field) => field in filled));
  const isSame = (group: readonly Field[]) => group.every((field) => current[field] === filled[field]);
  const emptied = groups.filter(isSame).flat();
  const nothing = Object.fromEntries(emptied.map((field) => [field, null]));
  if (emptied.length > 0)
    await tx
      .update(accounts)
      .set({ ...nothing, updatedAt: now })
      .where(eq(accounts.id, accountId));
  return groups.filter((group) => !isSame(group)).map(([first]) => first);
};
