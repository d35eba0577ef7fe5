import { isoTaipei } from '@portal/contract/dates';
import { refusals } from '@portal/contract/errors';
import type { Roster, RosterEntry } from '@portal/contract/groups';
import type { PublishedClass } from '../catalogue/queries.ts';
import { WIRE } from '../enrolment/states.ts';
import type { ManagedGroup, RosterRow } from './queries.ts';
import { type Lock, lockOf, standingOf } from './rules.ts';

const lockTexts: Record<Lock, string> = {
  paid: '已繳費，無法變更',
  reported: '繳費審查中，無法變更',
  seated_alone: '已自行報名本課程',
  seated_elsewhere: '已由其他團體報名本課程',
  incomplete: '尚未完成個人資料，無法報名',
  cancel_after_start: refusals.cancel_after_start.text,
  not_allowed: refusals.group_not_allowed.text,
  not_open_yet: refusals.class_not_open_yet.text,
  closed: refusals.class_closed.text,
  started: refusals.class_started.text,
  full: refusals.class_full.text,
  already_applied: refusals.already_applied.text,
};

interface Shown {
  readonly opening: PublishedClass;
  readonly group: ManagedGroup;
  /** All that the caller manages. */
  readonly groups: readonly ManagedGroup[];
  readonly rows: readonly RosterRow[];
}

const presentGroup = ({ code, name }: ManagedGroup) => ({ code, name });

const presentEntry = (row: RosterRow, { opening, group }: Shown, now: Date): RosterEntry => {
  const standing = standingOf(row, group.id);
  const ours = standing === 'seated' || standing === 'refused';
  const lock = lockOf(row, group.id, opening, now);
  return {
    id: row.accountId,
    name: row.name ?? '',
    id_number: row.idNumber,
    passport_no: row.passportNo,
    ...(ours && row.state && row.state !== 'cancelled' ? WIRE[row.state] : { enable: null, paid: 0 }),
    state: standing === 'seated',
    reason: lock ? lockTexts[lock] : ours ? row.reason : null,
    locked: lock !== null,
  };
};

/** The roster as one of the group's managers sees it at `now`; who left the group is on it while they hold its seat. */
export const presentRoster = (shown: Shown, now: Date): Roster => {
  const { opening, group, groups, rows } = shown;
  const entries = (belongs: (row: RosterRow) => boolean) =>
    rows.filter(belongs).map((row) => presentEntry(row, shown, now));
  return {
    class: {
      organization: opening.organization,
      code: opening.code,
      name: opening.train,
      start_time: isoTaipei(opening.startTime),
      place: opening.place,
      group_name: opening.groupName,
      limit_number: opening.limitNumber,
      number: opening.number,
    },
    group: presentGroup(group),
    groups: groups.map(presentGroup),
    admins: entries(({ role }) => role === 'manager'),
    members: entries(({ role, leftAt }) => role === 'member' && leftAt === null),
    had_removed: entries((row) => row.leftAt !== null && standingOf(row, group.id) === 'seated'),
  };
};
