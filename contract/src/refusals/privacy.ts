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
  incident_time: { status: 422, field: 'until', text: '結束時間須晚於起始時間，且不得晚於現在' },
  incident_source_unknown: {
    status: 422,
    field: 'fileId',
    text: '選擇的人員、登入或檔案與此事件無關，請重新選擇',
  },
  incident_fixed: { status: 409, text: '已寄出通知，事件內容不能再修改' },
  incident_closed: { status: 409, text: '此事件已結案，請重新整理' },
  incident_letter_incomplete: {
    status: 422,
    text: '請先填寫受影響的資料、已採取的措施與聯絡窗口，再寄通知信',
  },
  incident_no_mailbox: { status: 422, text: '沒有已確認的信箱，請以書面通知' },
  incident_nobody: { status: 422, text: '沒有可以寄信的學員' },
  erasure_obstacle: { status: 422, text: '尚有未了結的事項，目前不能刪除，請重新整理後查看' },
} as const satisfies Record<string, RefusalMeaning>;
