import * as contract from '@portal/contract/office/certificate-reminders';
import { findVersion } from '../../audit/version.ts';
import { type Executor, inTransaction } from '../../platform/database/database.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { findCertificateKind } from '../layouts/layout-queries.ts';
import { findReminderSetting, setReminderDays, versionedReminders } from '../reminders/reminder-settings.ts';

const showReminders = async (db: Executor, kindId: number): Promise<contract.Reminders> => {
  const kind = await findCertificateKind(db, kindId);
  const { days } = await findReminderSetting(db, kindId);
  return { kind, days: [...days], version: await findVersion(db, versionedReminders(kindId)) };
};

export const reminderOfficeRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.reminders, ({ params: { id } }) => showReminders(db, id));

  serve(contract.setReminders, ({ params: { id }, body, actor, now }) =>
    inTransaction(db, async (tx) => {
      await setReminderDays(tx, { kindId: id, ...body }, { actor, now });
      return showReminders(tx, id);
    }),
  );
};
