import type { RefusalMeaning } from './meaning.ts';

export const settingRefusals = {
  course_code_taken: { status: 422, field: 'code', text: '此代碼已有訓練項目使用' },
  course_kind_unknown: { status: 422, field: 'kindId', text: '查無此證照種類，請重新選擇' },
  course_requires_unknown: { status: 422, field: 'requires', text: '所選的先備訓練項目不存在，請重新選擇' },
  course_requires_circle: {
    status: 422,
    field: 'requires',
    text: '「{name}」須先修本訓練項目，不能互為先備',
  },
  course_part_unknown: { status: 409, text: '科目或應備文件已變更，請重新載入後再試' },
  subject_has_scores: { status: 422, field: 'subjects', text: '科目「{name}」已有成績，不能刪除' },
  subject_score_above: {
    status: 422,
    field: 'subjects',
    text: '科目「{name}」已有高於 {n} 分的成績，滿分不能調低至 {n} 分',
  },
  organization_name_taken: { status: 422, field: 'name', text: '已有相同名稱的會別' },
  organization_code_taken: { status: 422, field: 'code', text: '已有會別使用此代碼' },
  organization_used: { status: 422, text: '尚有 {n} 個班已發布（或已排定發布）且未結束，結束後才能停用' },
  organizations_changed: { status: 409, text: '會別已有增減，請重新載入後再調整順序' },
  organization_closed: { status: 422, text: '「{name}」已停用，不能開課或發布課程' },
  bank_account_taken: { status: 422, field: 'number', text: '此會別已有相同銀行的這個帳號' },
  bank_account_organization: { status: 422, field: 'organizationId', text: '查無此會別，請重新選擇' },
  number_moved: { status: 409, text: '此號碼已不屬於這個帳號，請重新查詢' },
  bank_account_used: { status: 422, text: '尚有 {n} 個未開課的班使用此帳戶，請先更換其匯款帳戶' },
  kind_name_taken: { status: 422, field: 'name', text: '已有相同名稱的證照種類' },
  kind_type_fixed: { status: 422, field: 'type', text: '已核發過這種證照，到期後的處理不能再變更' },
  signer_taken: { status: 422, field: 'name', text: '此會別已有相同姓名與職稱的簽署人' },
  signer_organization: { status: 422, field: 'organizationId', text: '查無此會別，請重新選擇' },
  signer_unknown: { status: 422, field: 'signerId', text: '查無此簽署人或已停用，請重新選擇' },
  certificate_picture_unknown: { status: 422, text: '查無此圖片，請重新上傳' },
} as const satisfies Record<string, RefusalMeaning>;
