import { asc } from 'drizzle-orm';
import { certificateKinds } from '../../catalogue/tables.ts';
import type { Executor } from '../../platform/database/database.ts';

export const findKinds = (db: Executor) =>
  db
    .select({ id: certificateKinds.id, name: certificateKinds.name })
    .from(certificateKinds)
    .orderBy(asc(certificateKinds.name));
