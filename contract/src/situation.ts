import * as z from 'zod/mini';

/** The progress of a registration, or of all of a group: the most urgent state. */
export const Situation = z.enum(['pending', 'rejected', 'unpaid', 'reported', 'confirmed']);
export type Situation = z.infer<typeof Situation>;
