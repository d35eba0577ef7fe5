import type { Class } from '@portal/contract/catalogue';
import { isoTaipei } from '@portal/contract/dates';
import { cleanHtml } from '../platform/html.ts';
import type { ShownClass } from './queries.ts';
import { groupAllowed, groupObstacle, personalAllowed, personalObstacle } from './rules.ts';

const isoOrNull = (time: Date | null): string | null => time && isoTaipei(time);

/** A class as the viewer of the row may see it at `now`. */
export const presentClass = (row: ShownClass, now: Date): Class => ({
  id: row.id,
  organization: row.organization,
  code: row.code,
  name: row.train,
  start_time: isoTaipei(row.startTime),
  limit_number: row.limitNumber,
  number: row.number,
  place: row.place,
  contact_name: row.contactName,
  contact_phone: row.contactPhone,
  html: cleanHtml(row.html),
  group_name: row.groupName,
  group_allow: groupAllowed(row, now),
  personal_allow: personalAllowed(row, now),
  isAlreadyApply: row.applied,
  apply_from: isoOrNull(row.applyFrom),
  apply_until: isoOrNull(row.applyUntil),
  personal_obstacle: personalObstacle(row, row, now),
  group_obstacle: groupObstacle(row, row, now),
  files: row.files,
});
