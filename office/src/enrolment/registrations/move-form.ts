import * as z from 'zod/mini';
import { registrationText } from '../../text/zh-TW/registration.ts';

/** The difference between the fees is sent as it was shown with the class. */
export const MoveFields = z.object({
  code: z.string().check(z.minLength(1, { error: registrationText.move.required })),
  reason: z.string(),
});
export type MoveFields = z.infer<typeof MoveFields>;
