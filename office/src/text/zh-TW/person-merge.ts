import type {
  MergeObstacle,
  MergePreview,
  Treatment,
  UndoneMerge,
} from '@portal/contract/office/person-merges';

const tables: Readonly<Record<string, string>> = {
  allocations: '收款分配',
  applicant_codes: '代為報名的驗證碼',
  attendance: '出席紀錄',
  certificate_contents: '證照內容',
  certificate_papers: '證照 PDF 檔',
  certificate_proofs: '發證依據',
  certificate_reminders: '證照到期提醒紀錄',
  certificates: '證照',
  charges: '應收款項',
  class_reminders: '開課提醒紀錄',
  contact_undos: '聯絡資料的復原連結',
  data_exports: '下載個資的紀錄',
  draft_scores: '未公布的成績',
  erasure_requests: '已結案的個資申請',
  identity_changes: '身分資料變更',
  imported_certificates: '匯入證照的編號',
  known_addresses: '登入過的網路位址',
  mails: '信件',
  memberships: '團體成員身分',
  password_codes: '密碼驗證碼',
  password_resets: '重設密碼連結',
  payment_report_registrations: '繳費回報的對象',
  payment_reports: '繳費回報',
  person_merges: '先前的合併紀錄',
  person_views: '查閱紀錄',
  privacy_acceptances: '個資告知事項的同意紀錄',
  refunds: '退費',
  registration_documents: '報名文件',
  registration_events: '報名歷程',
  registration_notes: '審核備註',
  registrations: '報名',
  renewal_inquiries: '展延補件',
  renewal_requests: '展延申請',
  renewed_sessions: '換發的登入',
  results: '成績判定',
  scores: '成績',
  sessions: '登入',
};

const ways: Readonly<Record<Treatment, string>> = {
  moved: '移轉',
  followed: '隨報名或證照移轉',
  joined: '兩筆合為一筆',
  ended: '結束',
  kept: '留在原帳號',
};

const fields: Readonly<Record<string, string>> = {
  englishName: '英文姓名',
  sex: '性別',
  cityId: '地址',
  address: '地址',
  cellPhone: '行動電話',
  homePhone: '住家電話',
  companyPhone: '公司電話',
  employer: '服務單位',
  careerId: '職業',
  educationId: '學歷',
  educationStatusId: '就學狀況',
  school: '學校',
  department: '科系',
};

const fieldNames = (names: readonly string[]): string =>
  [...new Set(names.flatMap((name) => fields[name] ?? []))].join('、');

const requests: Readonly<Record<string, string>> = {
  erasure: '刪除',
  access: '查詢或複製本',
  correction: '更正或補充',
};

const obstacles: Readonly<Record<MergeObstacle['code'], (details: readonly string[]) => string>> = {
  closed: () => '其中一筆已併入其他學員，或個人資料已刪除',
  suspended: () => '保留的學員已停用，請先恢復帳號，或對調保留的學員',
  same_class: (codes) => `兩筆在同一班都有名額，請先取消其中一筆報名：${codes.join('、')}`,
  same_kind: (kinds) => `兩筆都持有有效的同種證照，請先撤銷其中一張：${kinds.join('、')}`,
  open_request: (kinds) => `個資申請尚未結案：${kinds.map((kind) => requests[kind] ?? kind).join('、')}`,
  job_running: (titles) => `背景作業尚未完成：${titles.join('、')}`,
};

const kept: Readonly<Record<UndoneMerge['kept'][number]['kind'], (name: string) => string>> = {
  registration: (name) => `報名 ${name}`,
  certificate: (name) => `證照 ${name}`,
  membership: (name) => `團體「${name}」的成員身分`,
  profile: (name) => `個人資料：${fieldNames([name])}`,
};

export const personMergeText = {
  open: '合併',
  search: {
    title: '合併學員',
    lead: (name: string) => `請搜尋與「${name}」為同一人的另一筆資料，下一步比對兩筆並選擇保留哪一筆。`,
    label: '搜尋另一筆資料',
    hint: '姓名、完整證號、電話或電子信箱',
    submit: '搜尋',
    busy: '搜尋中…',
    caption: '找到的學員',
    none: (q: string) => `沒有符合「${q}」的其他學員`,
    more: '符合的學員很多，請輸入更完整的資料',
    compare: '比對',
    columns: { name: '姓名', identity: '證號', organization: '會別', groups: '團體', act: '' },
  },
  preview: {
    title: '比對與合併',
    kind: '合併',
    gone: '查無這兩筆學員資料，或其所屬會別不在您的權限範圍內',
    lead: '以下為試算結果，尚未變更任何資料。',
    swap: '對調：改保留另一筆',
    obstacles: '目前不能合併',
    obstacle: ({ code, details }: MergeObstacle) => obstacles[code](details),
    compare: '兩筆資料',
    columns: { what: '項目', survivor: '保留', removed: '併入' },
    rows: {
      name: '姓名',
      identity: '證號',
      birthday: '出生日期',
      registrations: '報名',
      certificates: '證照',
    },
    different: '（不同）',
    birthday: { same: '兩筆相同', different: '兩筆不同', missing: '至少一筆未填' } satisfies Record<
      MergePreview['birthday'],
      string
    >,
    parts: '將如何處理各項資料',
    partColumns: { what: '資料', how: '處理', rows: '筆數' },
    table: (name: string) => tables[name] ?? name,
    how: (how: Treatment) => ways[how],
    nothing: '併入的帳號沒有其他資料',
    filled: (names: readonly string[]) => `保留的資料空白、將由另一筆補上：${fieldNames(names)}`,
    login: (number: string) =>
      `合併後以證號 ${number} 登入；另一個帳號的登入立即結束，不能再登入。照片與電子信箱以保留的為準。`,
    mail: (mailbox: string) => `將寄信至 ${mailbox} 告知學員。`,
    noMail: '保留的學員沒有已確認的信箱，請另行告知。',
  },
  merge: {
    open: '合併',
    title: '合併學員',
    lead: (removed: string, survivor: string) =>
      `「${removed}」將併入「${survivor}」。七天內可復原之後無人異動的資料。`,
    reason: '確認為同一人的依據',
    sending: '合併中…',
    done: '已合併',
  },
  list: {
    title: '合併紀錄',
    when: (at: string, by: string) => `${at}　${by}`,
    what: (name: string, identity: string) => `併入 ${name}（${identity}）`,
    reason: (reason: string) => `依據：${reason}`,
    undone: (at: string, by: string, reason: string) => `已於 ${at} 由 ${by} 復原：${reason}`,
    until: (until: string) => `${until} 前可復原`,
  },
  undo: {
    open: '復原合併',
    title: '復原合併',
    lead: '合併後無人異動的資料回到原學員，原帳號可再登入；異動過的留在這位學員，並逐項列出。',
    reason: '復原的原因',
    sending: '復原中…',
    done: '已復原合併',
    kept: '已復原合併。下列資料之後有人異動，留在這位學員：',
    keptItem: ({ kind, name }: UndoneMerge['kept'][number]) => kept[kind](name),
  },
} as const;
