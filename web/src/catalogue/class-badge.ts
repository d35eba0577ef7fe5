import type { Class } from '@portal/contract/catalogue';

export type ClassBadge = 'full' | 'applied' | 'closed' | 'open';

type BadgeFacts = Pick<
  Class,
  'number' | 'limit_number' | 'isAlreadyApply' | 'personal_allow' | 'group_allow'
>;

/** Specification §4, course badge. */
export const classBadge = (shown: BadgeFacts): ClassBadge => {
  if (shown.isAlreadyApply) return 'applied';
  if (shown.number >= shown.limit_number) return 'full';
  return shown.personal_allow || shown.group_allow ? 'open' : 'closed';
};
