import { eq, sql } from 'drizzle-orm';
import { classes, classInstructors } from '../src/classes/tables.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import { staffAccounts } from '../src/staff/tables.ts';
import { taughtClasses } from './classes.ts';
import { fillAtOnce, type Setting } from './load-registrations.ts';

const DAY = 86_400_000;
/** Trainees between those of two classes, so that nobody is in both. */
const PEOPLE_APART = 17;

/** The classes of the instructor, with confirmed people, and neither attendance nor results. */
export const loadTeaching = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  for (const [n, trainingClass] of taughtClasses.entries()) {
    const before = new Date(now.getTime() + (trainingClass.startsIn - 20) * DAY);
    await inTransaction(db, async (tx) => {
      await fillAtOnce(tx, trainingClass, setting, n * PEOPLE_APART, before);
      await tx.insert(classInstructors).select(
        tx
          .select({ classId: classes.id, staffId: staffAccounts.id })
          .from(classes)
          .innerJoin(staffAccounts, eq(staffAccounts.email, sql`${'coach@tpe.example'}`))
          .where(eq(classes.code, trainingClass.code)),
      );
    });
  }
};
