import type { Executor } from '../platform/database.ts';
import { introTypes } from './tables.ts';

/** A category of introductions. `pictureKey` is what `savePicture` gave; returns the category's id. */
export const createIntroType = async (
  tx: Executor,
  input: { title: string; pictureKey: string; position: number },
): Promise<number> => {
  const [created] = await tx.insert(introTypes).values(input).returning({ id: introTypes.id });
  if (!created) throw new Error('the category was not inserted');
  return created.id;
};
