import * as z from 'zod/mini';
import { HistoryEntry } from './events.ts';

/* An edited thing has a version; saving onto a newer one is refused with what changed meanwhile. */

/** The version that the sender has seen. */
export const seenVersion = z.int({ error: '版本不正確' }).check(z.minimum(0));

/** Stands under `newer` in the body of the refusal. */
export const Newer = z.object({
  version: z.int(),
  /** Later changes, newest first. */
  changes: z.array(HistoryEntry),
});
export type Newer = z.infer<typeof Newer>;
