import { findVersion } from '../../src/audit/version.ts';
import { classVersion } from '../../src/classes/acts/class-version.ts';
import { registrationVersion } from '../../src/enrolment/registration-version.ts';
import type { Database } from '../../src/platform/database/database.ts';

/* The present version, as a page that was just loaded would send it back. */

export const seenRegistration = (db: Database, { id }: { id: number }): Promise<number> =>
  findVersion(db, registrationVersion(id));

export const seenClass = (db: Database, { id }: { id: number }): Promise<number> =>
  findVersion(db, classVersion(id));
