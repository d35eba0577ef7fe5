import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const Organization = z.object({ id: z.int(), name: z.string() });
export type Organization = z.infer<typeof Organization>;

/** Without it everything within the scope. An organisation outside the scope has no rows. */
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
