import {
  audienceNames,
  classStateNames,
  incidentStateNames,
  kindTypeNames,
  registerStateNames,
  requestKindNames,
  requestStateNames,
  stateNames,
} from './code-names.ts';

/** The fields that events record. Every field that an event holds must have a name here. */
export const eventFields = {
  address: '地址',
  backendNote: '審核說明',
  certificateId: '證照流水號',
  courseId: '訓練項目編號',
  difference: '費用差額（元）',
  endTime: '有效期限',
  exceptionReason: '未符規則仍核准的原因',
  fax: '傳真',
  focus: '焦點的高度（%）',
  focusX: '焦點的左右（%）',
  from: '原課程',
  frontNote: '申請說明',
  height: '高度（像素）',
  issuedOn: '核發日期',
  inquiry: '請學員補充',
  inquiries: '補件',
  key: '圖片檔名',
  managerIds: '管理員學員編號',
  organizationId: '會別編號',
  owed: '轉班後應補（元）',
  phone: '電話',
  pictureKey: '圖片檔名',
  position: '順序',
  purpose: '目的',
  refresherMissing: '尚缺複訓時數',
  refresherRule: '展延規則',
  registerNumber: '證號',
  registerPattern: '字號格式',
  registrationId: '報名編號',
  removedId: '併入的學員編號',
  replacedById: '新證照編號',
  short: '短收（元）',
  survivorId: '保留的學員編號',
  to: '新課程',
  typeId: '分類編號',
  width: '寬度（像素）',
  years: '有效年數',
  acceptedProblems: '仍要匯入',
  accountId: '學員編號',
  added: '新增明細',
  amount: '金額（元）',
  answer: '學員回覆',
  audience: '收件對象',
  applyFrom: '報名起始',
  applyUntil: '報名截止',
  attendance: '出席',
  attendanceBefore: '原登錄出席',
  attendanceMinimum: '最低出席率',
  bank: '銀行',
  bankAccountId: '匯款帳戶編號',
  bankCode: '銀行代碼',
  by: '方式',
  certificateKind: '證照種類',
  certificateNumber: '證照編號',
  chineseName: '姓名',
  closed: '停用',
  code: '代碼',
  colour: '代表色',
  decidedReason: '判定原因',
  documentId: '文件編號',
  columns: '匯出欄位',
  contactName: '聯絡人',
  contactPhone: '聯絡電話',
  documents: '應備文件',
  email: '電子信箱',
  extension: '檔案類型',
  fee: '費用',
  country: '身分別',
  courseDocumentId: '應備文件編號',
  fields: '欄位',
  file: '檔案',
  filter: '篩選條件',
  format: '檔案格式',
  freeCancelUntil: '免費取消至',
  groupAllow: '開放團體報名',
  groupId: '專屬團體編號',
  holder: '戶名',
  hours: '時數',
  html: '課程說明',
  identity: '完整證號',
  info: '其他說明',
  // In events of version 1.0.0.
  inSpite: '仍要匯入',
  instructors: '授課講師帳號',
  known: '重複明細',
  limitNumber: '名額',
  kind: '種類',
  link: '連結',
  list: '列表',
  logoId: '標誌編號',
  mail: '信件',
  mailSubject: '主旨',
  mailText: '內容',
  message: '給學員的說明',
  minimumNumber: '最低開班人數',
  missedMinutes: '缺課分鐘數',
  missing: '尚差金額（元）',
  name: '名稱',
  needs: '所需證照',
  note: '說明',
  noteId: '備註編號',
  notFound: '查無的證號',
  number: '帳號',
  order: '順序',
  organization: '會別',
  paidHtml: '繳費說明',
  paidOn: '退費日期',
  payment: '收款編號',
  paymentDays: '繳費天數',
  people: '人數',
  personalAllow: '開放個人報名',
  place: '上課地點',
  proof: '核對方式',
  publishAt: '定時發布',
  reason: '原因',
  reminderDays: '到期前幾天提醒',
  reference: '匯款序號',
  refundId: '退費編號',
  refunds: '待退費筆數',
  requires: '先備訓練項目',
  roles: '角色',
  result: '結果',
  rows: '筆數',
  scores: '成績',
  senderName: '寄件人名稱',
  session: '時段',
  shortName: '簡稱',
  siteAddress: '網站網址',
  sha256: '檔案檢查碼（SHA-256）',
  sessions: '上課時段',
  sealId: '印章圖片編號',
  signerTitle: '職稱',
  staffNote: '內部備註',
  state: '狀態',
  subjects: '科目',
  takesDoubtful: '含疑似重複的列',
  text: '說明',
  title: '標題',
  type: '到期後',
  value: '內容',
  version: '版本',
} as const;
export type EventField = keyof typeof eventFields;

/** The data that an event records, by field. */
export type EventData = { readonly [Field in EventField]?: unknown };

/** Makes the compiler refuse a field that has no name. */
export type NamedFields<T> = T & { readonly [Field in Exclude<keyof T, EventField>]?: never };

/** Names of the fields that an event lists in `fields`: it keeps no values of people and incidents. */
export const changedFieldNames = {
  ...{ chineseName: '姓名', englishName: '英文姓名', number: '證號', passportNo: '護照號碼' },
  ...{ birthday: '出生日期', sex: '性別', organizationId: '會別', passwordIsBirthday: '預設密碼' },
  ...{ cellPhone: '行動電話', homePhone: '住家電話', companyPhone: '公司電話', email: '電子信箱' },
  ...{ cityId: '縣市', areaId: '鄉鎮市區', address: '地址', addressCode: '郵遞區號', photoKey: '照片' },
  ...{ employer: '服務單位', careerId: '職業', educationId: '學歷', educationStatusId: '就學狀況' },
  ...{ school: '學校', department: '科系' },
  ...{
    title: '標題',
    facts: '事件經過',
    data: '受影響的資料',
    measures: '已採取的措施',
    contact: '聯絡窗口',
  },
  ...{ occurredFrom: '發生時間（起）', occurredUntil: '發生時間（迄）', staffId: '後台人員' },
  ...{ sessionId: '登入', eventId: '匯出的檔案' },
} as const;
export type ChangedField = keyof typeof changedFieldNames;

type Names = Readonly<Record<string, string>>;

/** The words of fields that hold codes. */
const valueNames: Readonly<Partial<Record<string, Names>>> = {
  fields: changedFieldNames,
  format: { csv: 'CSV', xlsx: 'XLSX' },
  by: {
    password: '密碼',
    totp: '驗證器 App',
    recovery_code: '備用碼',
    passkey: '通行金鑰',
    birthday: '出生日期',
    code: '信箱驗證碼',
  },
  country: { local: '本國人', foreign: '外國人' },
  type: kindTypeNames,
  result: { '1': '合格', '2': '不合格', proposed: '依建議' },
  identity: { true: '是', false: '否' },
  kind: {
    pdf: 'PDF',
    jpeg: '圖片（JPEG）',
    seal: '印章',
    logo: '標誌',
    background: '底圖',
    ...requestKindNames,
  },
  takesDoubtful: { true: '是', false: '否' },
  personalAllow: { true: '是', false: '否' },
  groupAllow: { true: '是', false: '否' },
  audience: audienceNames,
  proof: { card: '身分證件正本', phone: '已登錄的電話' },
};

/** States by the first word of the action: one code may stand for several states. Payments and results change registrations. */
const recordedStateNames: Readonly<Partial<Record<string, Names>>> = {
  certificate: registerStateNames,
  class: classStateNames,
  incident: incidentStateNames,
  payment: stateNames,
  privacy: requestStateNames,
  registration: stateNames,
  training: stateNames,
  renewal: { open: '待審核', approved: '已核准', rejected: '已退回' },
};

/** A field without a name, from an event of a later version, is shown as it is. */
export const fieldText = (field: string): string =>
  (eventFields as Readonly<Record<string, string>>)[field] ?? field;

/** `value` is the text of one value or of several, joined with 、. */
export const valueText = (action: string, field: string, value: string): string => {
  if (field === 'extension') return value.toUpperCase();
  const [about = ''] = action.split('.');
  const names = field === 'state' ? recordedStateNames[about] : valueNames[field];
  if (!names) return value;
  return value
    .split('、')
    .map((each) => names[each] ?? each)
    .join('、');
};
