import * as z from 'zod/mini';
import { HistoryEntry } from './events.ts';

export const seenVersion = z.int({ error: '版本不正確' }).check(z.minimum(0));

export const Newer = z.object({
  version: z.int(),
  changes: z.array(HistoryEntry),
});
export type Newer = z.infer<typeof Newer>;
