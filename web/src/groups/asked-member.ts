import * as z from 'zod/mini';

/** Whose data /Group/MemberProfile shows. It comes with the navigation: identity numbers never stand in an address. */
const AskedMember = z.object({
  GroupCode: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
});
export type AskedMember = z.infer<typeof AskedMember>;

/** What a navigation said of it; null where it said nothing of the kind. */
export const readAskedMember = (state: unknown): AskedMember | null =>
  z.safeParse(AskedMember, state).data ?? null;
