import { at } from '@portal/kit/browser/path.ts';

/** Verbatim from the specification, and additional ones. */
export const paths = {
  home: at('/'),
  forgotPassword: at('/ForgetPassword'),
  classList: at('/ClassInfo'),
  classDetail: at('/ClassInfo/:code'),
  introList: at('/Intro'),
  introDetail: at('/Intro/:title'),
  login: at('/login'),
  register: at('/Register'),
  undoChange: at('/UndoChange'),
  privacy: at('/Privacy'),
  contact: at('/Contact'),
  help: at('/Help'),
  accessibility: at('/Accessibility'),
  profile: at('/Auth/Profile'),
  records: at('/Auth/PayRecord'),
  trainingRecords: at('/Auth/TrainingRecord'),
  certificates: at('/Auth/CertList'),
  paymentReport: at('/Auth/PaidInfo/:code'),
  renewal: at('/Auth/ReCert/:code'),
  groups: at('/Group'),
  groupMemberProfile: at('/Group/MemberProfile'),
  groupMember: at('/Group/Member/:GroupCode'),
  groupManagement: at('/Group/Management/:GroupCode'),
  groupClassRoster: at('/Group/:GroupCode/:code'),
  personalEnrolment: at('/Class/Personal/:code'),
  registrationInfo: at('/Class/Personal/:code/finish'),
  documents: at('/Class/Documents/:code'),
  groupEnrolment: at('/Class/Group/:code'),
} as const;

export type Access = 'all' | 'guest' | 'login';

export interface Route {
  readonly pattern: string;
  readonly access: Access;
}

export type PathName = keyof typeof paths;

const open = (name: PathName, access: Access): Route => ({ pattern: paths[name].pattern, access });

/** The routes in the order in which they are matched. */
export const routes = {
  home: open('home', 'all'),
  forgotPassword: open('forgotPassword', 'all'),
  classList: open('classList', 'all'),
  classDetail: open('classDetail', 'all'),
  introList: open('introList', 'all'),
  introDetail: open('introDetail', 'all'),
  login: open('login', 'guest'),
  register: open('register', 'guest'),
  undoChange: open('undoChange', 'all'),
  privacy: open('privacy', 'all'),
  contact: open('contact', 'all'),
  help: open('help', 'all'),
  accessibility: open('accessibility', 'all'),
  profile: open('profile', 'login'),
  records: open('records', 'login'),
  trainingRecords: open('trainingRecords', 'login'),
  certificates: open('certificates', 'login'),
  renewal: open('renewal', 'login'),
  paymentReport: open('paymentReport', 'login'),
  personalEnrolment: open('personalEnrolment', 'login'),
  registrationInfo: open('registrationInfo', 'login'),
  documents: open('documents', 'login'),
  groupEnrolment: open('groupEnrolment', 'login'),
  groups: open('groups', 'login'),
  groupMember: open('groupMember', 'login'),
  groupManagement: open('groupManagement', 'login'),
  groupMemberProfile: open('groupMemberProfile', 'login'),
  // Comes last: its pattern also matches the paths above.
  groupClassRoster: open('groupClassRoster', 'login'),
} as const satisfies Record<PathName, Route>;
