import type { VerifiedState } from '@portal/contract/certificates';

type Tone = 'good' | 'warning' | 'bad';

interface StateText {
  readonly tone: Tone;
  readonly title: string;
  /** `day`: from which it is no longer valid, `2026-12-05`. */
  explain(day: string): string;
}

export const stateTexts: Readonly<Record<VerifiedState, StateText>> = {
  valid: { tone: 'good', title: '有效', explain: () => '這張證照目前有效。' },
  asked: { tone: 'good', title: '有效（展延審核中）', explain: () => '這張證照目前有效，持有人已申請換證。' },
  expired: { tone: 'warning', title: '已過期', explain: (day) => `這張證照自 ${day} 起已逾有效期限。` },
  renewed: {
    tone: 'warning',
    title: '已換發',
    explain: (day) => `這張證照已於 ${day} 換發新證，請查驗新證照。`,
  },
  corrected: {
    tone: 'bad',
    title: '已更正',
    explain: (day) => `這張證照已於 ${day} 更正補發，內容不正確，請查驗新證照。`,
  },
  revoked: { tone: 'bad', title: '已撤銷', explain: (day) => `這張證照自 ${day} 起已撤銷，不得使用。` },
};

export const text = {
  title: '證照查驗',
  checking: '查驗中…',
  intro: '請輸入證照上的證照編號，或用手機相機掃描證照上的 QR 碼。',
  number: '證照編號',
  numberHint: '例如 FAI-2026-7KQ2M9XW4T',
  numberMissing: '請輸入證照編號',
  check: '查驗',
  checkAnother: '查驗另一張',
  retry: '再試一次',
  forged: '簽章不符',
  forgedExplained:
    '這個 QR 碼不是本會簽發的，或內容遭到竄改或截斷。請勿採信這張證照；如有疑問，請洽發證單位。',
  notFound: '查無此證照',
  notFoundExplained: '查無這個證照編號。請確認輸入是否正確；若編號與證照相同，這張證照不是本會核發的。',
  tooMany: '查詢次數過多',
  unknownState: '目前無法確認狀態',
  unknownStateExplained: '簽章正確，內容如下；但目前無法連線，也沒有可用的狀態清單。請連上網路後再查驗一次。',
  unavailable: '目前無法查驗',
  unavailableExplained: '無法連線到伺服器。請連上網路後再試一次。',
  endedOffline: '已失效',
  endedOfflineExplained: '依狀態清單，這張證照已撤銷、更正或換發。連上網路即可查看原因。',
  compare: '請與紙本逐項比對，特別是姓名。若有任何一項不同，這張證照即為偽造。',
  scanForName: '為保護個資，姓名部分遮蔽。掃描證照上的 QR 碼即可看到完整姓名。',
  offline: (age: string): string => `離線查驗：使用${age}的狀態清單。`,
  online: '已向發證單位即時確認。',
  imported: '這張證照由舊系統核發，資料由發證單位匯入；請與原核發的證照比對字號與日期。',
  fields: {
    name: '姓名',
    kind: '證照名稱',
    course: '訓練項目',
    hours: '訓練時數',
    days: '訓練日期',
    organization: '發證單位',
    registerNumber: '證書字號',
    number: '證照編號',
    issuedOn: '發證日期',
    validUntil: '有效期限',
  },
  hours: (hours: number): string => `${hours} 小時`,
  days: (first: string, last: string): string => (first === last ? first : `${first} 至 ${last}`),
  successor: '查驗新證照',
  paper: {
    title: '查驗電子檔',
    hint: '選擇（或拖放）證照的 PDF 檔，確認是否為本會核發的原檔。檔案只在您的裝置上比對，不會上傳。',
    choose: '選擇 PDF 檔',
    same: '這是本會核發的原檔，內容未經更動。',
    different: '這個檔案與本會核發的不同：可能經過更動，或不是這張證照的檔案。',
    unreadable: '無法讀取這個檔案',
  },
  ago: (days: number): string => (days === 0 ? '今天' : ` ${days} 天前`),
};
