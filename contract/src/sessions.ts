import * as z from 'zod/mini';
import { Done } from './accounts.ts';
import { endpoint } from './endpoint.ts';

export const OwnSession = z.object({
  id: z.string(),
  /** `Chrome · Windows`. */
  device: z.nullable(z.string()),
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: z.nullable(z.string()),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'trainee',
  summary: '本人目前的登入',
  answer: z.array(OwnSession),
  refusals: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'trainee',
  summary: '結束本人的一個登入；已結束者不是錯誤',
  params: z.object({ id: z.string() }),
  allowedOnFullDisk: true,
  answer: Done,
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'trainee',
  summary: '結束本人的其他所有登入',
  allowedOnFullDisk: true,
  answer: Done,
  refusals: [],
});
