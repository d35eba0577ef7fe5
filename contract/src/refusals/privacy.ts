import type { RefusalMeaning } from './meaning.ts';

export const privacyRefusals = {
  privacy_person_unknown: { status: 422, field: 'number', text: '查無此學員，或不屬於您的會別' },
  privacy_request_open: { status: 422, field: 'kind', text: '此學員已有同類的申請在處理中' },
  privacy_requested_later: {
    status: 422,
    field: 'requestedOn',
    text: '申請日期不得晚於今日，也不得早於一年前',
  },
  privacy_request_closed: { status: 409, text: '此申請已結案，請重新整理' },
  privacy_request_extended: { status: 422, text: '期限已延長過一次，依法不得再延長' },
  erasure_obstacle: { status: 422, text: '尚有未了結的事項，目前不能刪除，請重新整理後查看' },
} as const satisfies Record<string, RefusalMeaning>;
