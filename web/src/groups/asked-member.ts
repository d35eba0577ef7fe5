import * as z from 'zod/mini';

/** The member shown by /Group/MemberProfile, passed as history state: identity numbers never stand in an address. */
const AskedMember = z.object({
  GroupCode: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
});
export type AskedMember = z.infer<typeof AskedMember>;

/** Reads the member from the history state; null if it has none. */
export const readAskedMember = (state: unknown): AskedMember | null =>
  z.safeParse(AskedMember, state).data ?? null;
