import * as z from 'zod/mini';

/** It is in the history state, because identity numbers must not be in addresses. */
const RequestedMember = z.object({
  GroupCode: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
});
export type RequestedMember = z.infer<typeof RequestedMember>;

export const readRequestedMember = (state: unknown): RequestedMember | null =>
  z.safeParse(RequestedMember, state).data ?? null;
