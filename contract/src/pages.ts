/* Titles in HTML and site map. The web's own texts must use the same words. */

/** The name of the site until an administrator changes it. It is written nowhere else. */
export const SITE_NAME = '學員訓練報名網';

export const documentTitle = (page: string, site: string): string => `${page}｜${site}`;

interface Page {
  readonly path: string;
  readonly title: string;
  /** Private pages are not indexed by search engines. */
  readonly access: 'public' | 'private';
  readonly description?: string;
}

export const pages = {
  index: {
    path: '/',
    title: '首頁',
    access: 'public',
    description: '全國訓練課程的開課資訊、線上報名、繳費與證照換證，一站完成。',
  },
  classInfo: {
    path: '/ClassInfo',
    title: '開課資訊',
    access: 'public',
    description: '依會別與訓練項目查詢最新開課資訊，查看名額、上課地點與報名期間，並線上報名。',
  },
  info: { path: '/ClassInfo/:code', title: '課程內容', access: 'public' },
  intro: {
    path: '/Intro',
    title: '課程介紹',
    access: 'public',
    description: '認識各類訓練課程的內容、對象與證照，選擇適合您的課程。',
  },
  introDetail: { path: '/Intro/:title', title: '課程介紹', access: 'public' },
  login: {
    path: '/login',
    title: '學員登入',
    access: 'public',
    description: '本國人以身分證字號、外國人以護照號碼或居留證號登入學員中心。',
  },
  register: {
    path: '/Register',
    title: '加入學員',
    access: 'public',
    description: '加入學員後即可線上報名課程、回報繳費並查詢訓練紀錄。',
  },
  forgetPassword: {
    path: '/ForgetPassword',
    title: '忘記密碼',
    access: 'public',
    description: '以帳號與出生日期申請重設密碼。',
  },
  undoChange: { path: '/UndoChange', title: '復原個人資料變更', access: 'private' },
  privacy: {
    path: '/Privacy',
    title: '個人資料蒐集告知事項',
    access: 'public',
    description: '本網站蒐集、處理與利用個人資料的目的、類別、期間、對象與您的權利。',
  },
  contact: {
    path: '/Contact',
    title: '聯絡我們',
    access: 'public',
    description: '總會與各分會的電話、地址與服務時間。',
  },
  help: {
    path: '/Help',
    title: '使用說明',
    access: 'public',
    description: '加入學員、報名、繳費、換證與團體報名的步驟與常見問題。',
  },
  accessibility: {
    path: '/Accessibility',
    title: '無障礙聲明',
    access: 'public',
    description: '本網站的無障礙設計、已知限制與意見回饋方式。',
  },
  profile: { path: '/Auth/Profile', title: '個人資料編輯', access: 'private' },
  payRecord: { path: '/Auth/PayRecord', title: '報名繳費紀錄', access: 'private' },
  trainingRecord: { path: '/Auth/TrainingRecord', title: '個人訓練紀錄', access: 'private' },
  certList: { path: '/Auth/CertList', title: '證照換證申請', access: 'private' },
  paidInfo: { path: '/Auth/PaidInfo/:code', title: '繳費回報', access: 'private' },
  reCert: { path: '/Auth/ReCert/:code', title: '換證申請確認', access: 'private' },
  groups: { path: '/Group', title: '團體管理', access: 'private' },
  memberProfile: { path: '/Group/MemberProfile', title: '團體成員資料', access: 'private' },
  groupMember: { path: '/Group/Member/:group', title: '團體成員', access: 'private' },
  groupManagement: { path: '/Group/Management/:group', title: '團體成員管理', access: 'private' },
  groupClass: { path: '/Group/:group/:code', title: '團體課程名單', access: 'private' },
  personalEnrolment: { path: '/Class/Personal/:code', title: '線上報名(個人)', access: 'private' },
  registrationInfo: { path: '/Class/Personal/:code/finish', title: '報名資訊', access: 'private' },
  documents: { path: '/Class/Documents/:code', title: '報名文件', access: 'private' },
  groupEnrolment: { path: '/Class/Group/:code', title: '線上報名(團體)', access: 'private' },
} as const satisfies Record<string, Page>;

export const notFoundTitle = '找不到頁面';

export const classTitle = ({ name, code }: { name: string; code: string }): string => `${name}（${code}）`;
