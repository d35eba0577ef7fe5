import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { refuse } from './fields.ts';

/** The last one is shown. */
const PRIVACY_VERSIONS: readonly string[] = ['2026-11'];
export const PRIVACY_VERSION = '2026-11';

export const privacyVersion = z.pipe(
  z.optional(
    z.nullable(
      z
        .string({ error: '個人資料告知事項的版本資料型態不正確' })
        .check(
          refuse((value: string) =>
            value === '' || PRIVACY_VERSIONS.includes(value)
              ? null
              : '個人資料告知事項已更新，請重新整理後再送出',
          ),
        ),
    ),
  ),
  z.transform((value) => value || null),
);

export const exportOwnData = endpoint({
  method: 'POST',
  path: '/api/export',
  access: 'trainee',
  summary: '下載本人的個人資料（ZIP）；24 小時內最多 5 次',
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/zip',
  refusals: ['too_many_requests'],
});

/** State, times and reason are null without a request. */
export const Erasure = z.object({
  state: z.nullable(z.enum(['requested', 'withdrawn', 'declined', 'erased'])),
  can_request: z.boolean(),
  can_withdraw: z.boolean(),
  requested_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type Erasure = z.infer<typeof Erasure>;

export const erasure = endpoint({
  method: 'GET',
  path: '/api/erasure',
  access: 'trainee',
  summary: '本人最近一次的個人資料刪除申請',
  answer: Erasure,
  refusals: [],
});

export const requestErasure = endpoint({
  method: 'POST',
  path: '/api/erasure',
  access: 'trainee',
  summary: '申請刪除個人資料，由所屬分會承辦人審查；已在審查中者不是錯誤',
  answer: Erasure,
  refusals: ['too_many_requests'],
});

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/api/erasure',
  access: 'trainee',
  summary: '撤回審查中的刪除申請；沒有審查中的申請不是錯誤',
  answer: Erasure,
  refusals: [],
});
