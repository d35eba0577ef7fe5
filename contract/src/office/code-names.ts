import type { KindType } from './certificate-kinds.ts';
import type { ClassState } from './classes.ts';
import type { Audience } from './correspondence.ts';
import type { RegistrationState } from './enrolment.ts';
import type { IncidentState } from './incidents.ts';
import type { RequestKind, RequestState } from './privacy.ts';

/* The words for codes of states and kinds. They need no schema: a page that only shows a word loads none. */

/** Whether an expired certificate can be renewed. */
export const kindTypeNames: Readonly<Record<KindType, string>> = {
  ordinary: '重新受訓，不可展延',
  coach: '可申請展延',
};

/** A certificate is shown as expiring when its end is no further away than so many days. */
export const EXPIRING_DAYS = 90;

export const registerStateNames = {
  valid: '有效',
  expiring: `${EXPIRING_DAYS} 天內到期`,
  expired: '已過期',
  renewed: '已換發',
  corrected: '已更正',
  revoked: '已撤銷',
  lapsed: '已失效',
} as const;

export const classStateNames: Readonly<Record<ClassState, string>> = {
  draft: '草稿',
  published: '已發布',
  closed: '停止報名',
  completed: '已結訓',
  cancelled: '已停開',
};

export const audienceNames: Readonly<Record<Audience, string>> = {
  live: '全部保留名額者',
  pending: '待審核',
  unpaid: '待繳費',
  reported: '待對帳',
  confirmed: '報名完成',
};

export const stateNames: Readonly<Record<RegistrationState, string>> = {
  pending: '待審核',
  rejected: '已退回',
  unpaid: '待繳費',
  reported: '待對帳',
  confirmed: '報名完成',
  cancelled: '已取消',
};

export const incidentStateNames: Readonly<Record<IncidentState, string>> = {
  open: '查明中',
  notified: '已通知',
  closed: '已結案',
};

export const requestKindNames: Readonly<Record<RequestKind, string>> = {
  erasure: '刪除',
  access: '查詢或複製本',
  correction: '更正或補充',
};

export const requestStateNames: Readonly<Record<RequestState, string>> = {
  requested: '待處理',
  withdrawn: '已撤回',
  declined: '已駁回',
  answered: '已答覆',
  erased: '已刪除',
};
