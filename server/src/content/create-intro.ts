import type { Executor } from '../platform/database.ts';
import { cleanHtml } from '../platform/html.ts';
import { intros } from './tables.ts';

/** An entry of a category; `position` is its place among the others. */
export const createIntro = async (
  tx: Executor,
  input: { typeId: number; title: string; html: string; position: number },
): Promise<void> => {
  await tx.insert(intros).values({ ...input, html: cleanHtml(input.html) });
};
