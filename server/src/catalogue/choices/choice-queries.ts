import type { ChoiceList } from '@portal/contract/office/choices';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { careers, educationStatuses, educations } from '../tables.ts';

export const choiceTables = { careers, educations, educationStatuses } as const;

const subjects = {
  careers: 'career',
  educations: 'education',
  educationStatuses: 'education_status',
} as const satisfies Record<ChoiceList, string>;

export const subjectOf = (list: ChoiceList) => subjects[list];

export const versionedChoice = (list: ChoiceList, id: number) =>
  ({ subject: subjects[list], id, actions: ['choice.edit'] }) as const;

const versionOf = (list: ChoiceList): SQL<number> => sql`coalesce((select max(e.id) from audit_events e
  where e.subject = ${subjects[list]} and e.subject_id = ${choiceTables[list].id} and e.action = 'choice.edit'), 0)::float`;

export const findChoiceRows = (db: Executor, list: ChoiceList) => {
  const table = choiceTables[list];
  return db
    .select({ id: table.id, name: table.name, retiredAt: table.retiredAt, version: versionOf(list) })
    .from(table)
    .orderBy(asc(table.position), asc(table.id));
};

/** New ids and positions follow the highest ones, an order names all, and one choice must remain. */
export const lockChoices = (tx: Tx, list: ChoiceList) =>
  tx.execute(sql`lock table ${choiceTables[list]} in share row exclusive mode`);

/** Throws `not_found`. */
export const lockChoice = async (tx: Tx, { list, id }: { list: ChoiceList; id: number }) => {
  await lockChoices(tx, list);
  const table = choiceTables[list];
  const [found] = await tx.select().from(table).where(eq(table.id, id));
  if (!found) throw new Refusal('not_found');
  return found;
};
