import * as z from 'zod/mini';

/** In the history state, because identity numbers must not be in addresses. */
const AskedMember = z.object({
  GroupCode: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
});
export type AskedMember = z.infer<typeof AskedMember>;

export const readAskedMember = (state: unknown): AskedMember | null =>
  z.safeParse(AskedMember, state).data ?? null;
