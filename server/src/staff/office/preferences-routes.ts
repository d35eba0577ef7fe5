import type { ListView } from '@portal/contract/office/staff';
import * as contract from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { inTransaction } from '../../platform/database/database.ts';
import { chooseColumns } from '../choose-columns.ts';
import type { OfficeRoutes } from '../gate.ts';
import { keepViews } from '../keep-views.ts';
import { staffPreferences } from '../tables.ts';

type Preference = Pick<typeof staffPreferences.$inferSelect, 'name' | 'value'>;

/** Returns the preferences of one kind by list. */
const preferencesOf = <T>(kind: 'columns' | 'views', rows: readonly Preference[]): Record<string, T> =>
  Object.fromEntries(
    rows
      .filter(({ name }) => name.startsWith(`${kind}.`))
      .map(({ name, value }) => [name.slice(kind.length + 1), value as T]),
  );

export const preferencesOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.preferences, async ({ actor }) => {
    const rows = await db
      .select({ name: staffPreferences.name, value: staffPreferences.value })
      .from(staffPreferences)
      .where(eq(staffPreferences.staffId, actor.staffId));
    return {
      columns: preferencesOf<string[]>('columns', rows),
      views: preferencesOf<ListView[]>('views', rows),
    };
  });

  serve(contract.chooseColumns, async ({ params: { list }, body: { columns }, actor, now }) => {
    await inTransaction(db, (tx) => chooseColumns(tx, { list, columns }, { actor, now }));
    return { message: '已儲存欄位設定' };
  });

  serve(contract.keepViews, async ({ params: { list }, body: { views }, actor, now }) => {
    await inTransaction(db, (tx) => keepViews(tx, { list, views }, { actor, now }));
    return { message: '已儲存常用條件' };
  });
};
