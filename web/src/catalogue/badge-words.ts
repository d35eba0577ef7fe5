import type { Class } from '@portal/contract/catalogue';
import { badgeText } from '../text/zh-TW/class-badges.ts';
import { opensAt, shownBadge } from './class-badge.ts';

/** `12/8`. */
const dayOf = (time: string): string => time.slice(5, 10).replace(/0?(\d+)-0?/, '$1/');

export const wordsOfBadge = (shown: Class): string => {
  const badge = shownBadge(shown);
  return badge === 'later' ? badgeText.later(dayOf(`${opensAt(shown)}`)) : badgeText[badge];
};
