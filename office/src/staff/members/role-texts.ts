import type { StaffRole } from '@portal/contract/office/staff';
import { roleNames } from '@portal/contract/rights';
import { frameText } from '../../text/zh-TW/frame.ts';

/** `承辦人員（臺北市分會）`. */
export const roleTexts = (roles: readonly StaffRole[]): string[] =>
  roles.map(({ role, organization }) =>
    frameText.role(roleNames[role], organization ?? frameText.association),
  );
