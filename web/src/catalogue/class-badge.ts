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

export const seatsLeft = ({ number, limit_number }: Pick<Class, 'number' | 'limit_number'>): number =>
  Math.max(0, limit_number - number);

/** When enrolment begins; null if it has begun, or nobody knows. */
export const opensAt = ({
  apply_from,
  personal_obstacle,
  group_obstacle,
}: Pick<Class, 'apply_from' | 'personal_obstacle' | 'group_obstacle'>): string | null =>
  [personal_obstacle, group_obstacle].includes('not_open_yet') ? apply_from : null;

export type ShownBadge = ClassBadge | 'later' | 'groups';

/** The badge, more exact where the specification's would say 可報名 to individuals, or 不可報名 to those who come early. */
export const shownBadge = (shown: BadgeFacts & Parameters<typeof opensAt>[0]): ShownBadge => {
  const badge = classBadge(shown);
  if (badge === 'open' && !shown.personal_allow) return 'groups';
  return badge === 'closed' && opensAt(shown) ? 'later' : badge;
};
