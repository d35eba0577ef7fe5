import { at, type Path } from '@portal/kit/browser/path.ts';

export type Access = 'all' | 'guest' | 'login';

export interface Route {
  readonly pattern: string;
  readonly access: Access;
}

const page = <const P extends string>(pattern: P, access: Access = 'login'): Path<P> & Route => ({
  ...at(pattern),
  access,
});

/** Verbatim from the specification, and additional ones, in the router's matching order. */
export const paths = {
  home: page('/', 'all'),
  forgotPassword: page('/ForgetPassword', 'all'),
  classList: page('/ClassInfo', 'all'),
  classDetail: page('/ClassInfo/:code', 'all'),
  introList: page('/Intro', 'all'),
  introDetail: page('/Intro/:title', 'all'),
  login: page('/login', 'guest'),
  register: page('/Register', 'guest'),
  undoChange: page('/UndoChange', 'all'),
  privacy: page('/Privacy', 'all'),
  contact: page('/Contact', 'all'),
  help: page('/Help', 'all'),
  accessibility: page('/Accessibility', 'all'),
  profile: page('/Auth/Profile'),
  records: page('/Auth/PayRecord'),
  trainingRecords: page('/Auth/TrainingRecord'),
  certificates: page('/Auth/CertList'),
  paymentReport: page('/Auth/PaidInfo/:code'),
  renewal: page('/Auth/ReCert/:code'),
  groups: page('/Group'),
  groupMemberProfile: page('/Group/MemberProfile'),
  groupMember: page('/Group/Member/:GroupCode'),
  groupManagement: page('/Group/Management/:GroupCode'),
  // It follows the paths of groups above, which its pattern matches too.
  groupClassRoster: page('/Group/:GroupCode/:code'),
  personalEnrolment: page('/Class/Personal/:code'),
  registrationInfo: page('/Class/Personal/:code/finish'),
  documents: page('/Class/Documents/:code'),
  groupEnrolment: page('/Class/Group/:code'),
} as const;

export type PathName = keyof typeof paths;
