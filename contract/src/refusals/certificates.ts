import type { RefusalMeaning } from './meaning.ts';

export const certificateRefusals = {
  certificate_unknown: { status: 422, field: 'Cert', text: '查無此證照' },
  certificate_ordinary: { status: 422, field: 'Cert', text: '一般證照不可申請換證' },
  certificate_replaced: { status: 422, field: 'Cert', text: '此證照已換證，無法再次申請' },
  certificate_expired: { status: 422, field: 'Cert', text: '證照已逾效期，無法申請換證' },
  certificate_not_found: { status: 404, text: '查無此證照，請確認證照編號' },
  too_many_verifications: { status: 429, text: '此網路查無的證照編號過多，請於 {n} 分鐘後再試' },
  certificate_dates: { status: 422, field: 'Cert', text: '發證日期或到期日不正確' },
  certificate_incomplete: { status: 422, text: '{what}' },
  certificate_holder: { status: 422, field: 'Cert', text: '查無此學員' },
  certificate_name: { status: 422, field: 'Cert', text: '學員尚無姓名，請先補齊學員資料' },
  certificate_live: { status: 422, field: 'Cert', text: '學員已持有此種有效證照，請改辦換證' },
  certificate_not_passed: { status: 422, field: 'Cert', text: '學員尚未公布合格成績，不能發證' },
  certificate_before_end: { status: 422, field: 'Cert', text: '課程尚未結束，不能發證' },
  certificate_revoked: { status: 422, field: 'Cert', text: '此證照已撤銷' },
  certificate_ended: { status: 422, field: 'Cert', text: '此證照已失效，不能再變更' },
  certificate_kind: { status: 422, field: 'Cert', text: '查無此會別或訓練項目' },
  renewal_not_open: { status: 422, field: 'Cert', text: '尚未到可換證期間，僅可於到期日前六個月內申請' },
  renewal_asked: { status: 422, field: 'Cert', text: '您已送出換證申請，請等候審查' },
  renewal_unknown: { status: 422, field: 'Cert', text: '查無此換證申請' },
  renewal_decided: { status: 422, field: 'Cert', text: '此換證申請的狀態已變更，請重新整理後再試' },
  renewal_rule_unmet: {
    status: 422,
    text: '未符合展延規則，尚缺複訓 {n} 小時；仍要核准請逐件審核並填寫原因',
  },
  certificate_no_card: { status: 422, text: '此證照沒有證卡' },
  nothing_printed: { status: 422, text: '沒有可列印的證照' },
  certificate_glyphs: {
    status: 422,
    text: '字型中沒有「{characters}」（{codes}），無法印製；請修改文字，或請系統管理者加裝字型',
  },
} as const satisfies Record<string, RefusalMeaning>;
