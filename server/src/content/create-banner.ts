import type { Executor } from '../platform/database.ts';
import { banners } from './tables.ts';

/** A banner. `pictureKey` is what `savePicture` gave. */
export const createBanner = async (
  tx: Executor,
  input: { pictureKey: string; position: number },
): Promise<void> => {
  await tx.insert(banners).values(input);
};
