import type { Class } from '@portal/contract/catalogue';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { presentClass } from './present.ts';
import { findPreviewedClass } from './queries.ts';

/** A class as trainees see it; a draft as if it were published. Throws `not_found`. */
export const previewClass = async (db: Executor, id: number, now: Date): Promise<Class> => {
  const found = await findPreviewedClass(db, id);
  if (!found) throw new Refusal('not_found');
  return presentClass(found, now);
};
