import type { Class, GroupObstacle } from '@portal/contract/catalogue';
import { today } from '@portal/contract/dates';
import { classText } from '../text/zh-TW/class.ts';

const text = classText.obstacles;

const plain: Record<Exclude<GroupObstacle, 'not_allowed' | 'not_open_yet'>, string> = {
  full: text.full,
  already_applied: text.alreadyApplied,
  closed: text.closed,
  started: text.started,
  called_off: text.calledOff,
  no_group: text.noGroup,
};

/** Writes the year only if it is not the present one. */
const moment = (time: string, now: Date): string => {
  const [year = '', month = '', day = ''] = time.slice(0, 10).split('-');
  const short = classText.moment(Number(month), Number(day), time.slice(11, 16));
  return today(now).startsWith(year) ? short : classText.momentOfYear(Number(year), short);
};

/** Says why nobody can enrol in a closed class. Full classes have other texts. */
export const closedText = (
  shown: Pick<Class, 'personal_obstacle' | 'group_obstacle' | 'apply_from'>,
  now: Date,
): string | undefined => {
  const { personal_obstacle, group_obstacle } = shown;
  if (personal_obstacle !== 'not_allowed') return obstacleText('personal', shown, now);
  return group_obstacle === 'not_allowed' ? text.notAllowed : obstacleText('group', shown, now);
};

/** Undefined if the way is open. */
export const obstacleText = (
  way: 'personal' | 'group',
  shown: Pick<Class, 'personal_obstacle' | 'group_obstacle' | 'apply_from'>,
  now: Date,
): string | undefined => {
  const obstacle = shown[`${way}_obstacle`];
  if (obstacle === null) return undefined;
  if (obstacle === 'not_allowed') return way === 'personal' ? text.personalNotAllowed : text.groupNotAllowed;
  if (obstacle !== 'not_open_yet') return plain[obstacle];
  return shown.apply_from === null ? text.notOpenYet : text.opensAt(moment(shown.apply_from, now));
};
