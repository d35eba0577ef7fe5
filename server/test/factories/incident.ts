import type { Database } from '../../src/platform/database/database.ts';
import { incidentPeople, incidents } from '../../src/privacy/tables.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

interface Affected extends Partial<typeof incidents.$inferInsert> {
  readonly accountId: number;
  readonly mailedAt?: Date | null;
}

const texts = {
  title: '名單外流',
  facts: '承辦人員的筆記型電腦遺失',
  data: '姓名、遮蔽的證號',
  measures: '已停用帳號',
  contact: '02-1234-5678 王承辦',
};

/** An incident of the last day with one person. */
export const buildIncident = async (db: Database, { accountId, mailedAt = null, ...overrides }: Affected) => {
  const row = one(
    await db
      .insert(incidents)
      .values({
        ...texts,
        ...{ occurredFrom: new Date(NOW.getTime() - 24 * 3_600_000), occurredUntil: NOW },
        ...{ createdAt: NOW, createdBy: 'staff:1', ...overrides },
      })
      .returning(),
  );
  await db.insert(incidentPeople).values({ incidentId: row.id, accountId, events: 1, lastAt: NOW, mailedAt });
  return row;
};
