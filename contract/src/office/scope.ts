import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/* The organisations that somebody of the staff works for, and the one that they have chosen to look at. */

const Organization = z.object({ id: z.int(), name: z.string() });
export type Organization = z.infer<typeof Organization>;

/**
 * In the query of a list: only what belongs to this organisation. Without it everything in one's scope. One that lies
 * outside the scope answers like one that does not exist: nothing belongs to it.
 */
export const InOrganization = {
  organization: z.optional(z.coerce.number({ error: '會別不正確' }).check(z.int(), z.positive())),
};

export const ownScope = endpoint({
  method: 'GET',
  path: '/api/office/scope',
  access: 'office',
  summary: '自己可查看的會別',
  answer: z.array(Organization),
  refusals: [],
});
