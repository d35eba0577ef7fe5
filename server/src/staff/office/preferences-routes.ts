import * as contract from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { inTransaction } from '../../platform/database/database.ts';
import { chooseColumns } from '../choose-columns.ts';
import type { OfficeRoutes } from '../gate.ts';
import { staffPreferences } from '../tables.ts';

const COLUMNS = 'columns.';

export const preferencesOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.preferences, async ({ actor }) => {
    const rows = await db
      .select({ name: staffPreferences.name, value: staffPreferences.value })
      .from(staffPreferences)
      .where(eq(staffPreferences.staffId, actor.staffId));
    const columns = rows
      .filter(({ name }) => name.startsWith(COLUMNS))
      .map(({ name, value }) => [name.slice(COLUMNS.length), value]);
    return { columns: Object.fromEntries(columns) };
  });

  serve(contract.chooseColumns, async ({ params: { list }, body: { columns }, actor, now }) => {
    await inTransaction(db, (tx) => chooseColumns(tx, { list, columns }, { actor, now }));
    return { message: '已儲存欄位設定' };
  });
};
