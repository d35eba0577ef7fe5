import { isoTaipei } from '@portal/contract/dates';
import { refusals } from '@portal/contract/errors';
import type {
  GroupClass,
  GroupDetail,
  GroupName,
  GroupPerson,
  ListedGroup,
  ManagedGroupDetail,
  Roster,
  RosterEntry,
} from '@portal/contract/groups';
import type { PublicClass } from '../catalogue/queries.ts';
import { WIRE } from '../enrolment/states.ts';
import type { ManagedGroup } from './policy.ts';
import type { GroupClassRow, GroupPersonRow, OwnGroup, RosterRow } from './queries.ts';
import { seatStatusOf, type TickObstacle, tickObstacle } from './rules.ts';

const obstacleTexts: Record<TickObstacle, string> = {
  paid: '已繳費，無法變更',
  reported: '繳費審查中，無法變更',
  seated_personally: '已自行報名本課程',
  seated_elsewhere: '已由其他團體報名本課程',
  incomplete: '尚未完成個人資料，無法報名',
  cancel_after_start: refusals.cancel_after_start.text,
  not_allowed: refusals.group_not_allowed.text,
  not_open_yet: refusals.class_not_open_yet.text,
  closed: refusals.class_closed.text,
  started: refusals.class_started.text,
  called_off: refusals.class_called_off.text,
  full: refusals.class_full.text,
  already_applied: refusals.already_applied.text,
};

interface ShownRoster {
  readonly trainingClass: PublicClass;
  readonly group: ManagedGroup;
  /** All that the caller manages, for the choice of another. */
  readonly groups: readonly ManagedGroup[];
  readonly rows: readonly RosterRow[];
}

const presentGroup = ({ code, name }: ManagedGroup) => ({ code, name });

const presentEntry = (row: RosterRow, { trainingClass, group }: ShownRoster, now: Date): RosterEntry => {
  const seatStatus = seatStatusOf(row, group.id);
  const ours = seatStatus === 'seated' || seatStatus === 'rejected';
  const reviewReason = ours ? row.reason : null;
  // `ours` excludes a cancelled state already: the condition only satisfies the type.
  const situation = ours && row.state !== 'cancelled' ? row.state : null;
  const obstacle = tickObstacle(row, group.id, trainingClass, now);
  return {
    id: row.accountId,
    name: row.name ?? '',
    id_number: row.idNumber,
    passport_no: row.passportNo,
    ...(situation ? WIRE[situation] : { enable: null, paid: 0 }),
    situation,
    state: seatStatus === 'seated',
    reason: obstacle ? obstacleTexts[obstacle] : reviewReason,
    locked: obstacle !== null,
    same_hours: row.sameHours,
  };
};

/** Former members are listed while they hold a seat of the group. */
export const presentRoster = (shown: ShownRoster, now: Date): Roster => {
  const { trainingClass, group, groups, rows } = shown;
  const entries = (belongs: (row: RosterRow) => boolean) =>
    rows.filter(belongs).map((row) => presentEntry(row, shown, now));
  return {
    class: {
      organization: trainingClass.organization,
      code: trainingClass.code,
      name: trainingClass.train,
      start_time: isoTaipei(trainingClass.startTime),
      place: trainingClass.place,
      group_name: trainingClass.groupName,
      fee: trainingClass.fee,
      limit_number: trainingClass.limitNumber,
      number: trainingClass.number,
    },
    group: presentGroup(group),
    groups: groups.map(presentGroup),
    admins: entries(({ role }) => role === 'manager'),
    members: entries(({ role, leftAt }) => role === 'member' && leftAt === null),
    // Former members. The name is that of the API.
    had_removed: entries((row) => row.leftAt !== null && seatStatusOf(row, group.id) === 'seated'),
  };
};

const presentListed = ({ id, code, name }: OwnGroup): ListedGroup => ({ id, code, name });

export const presentOwnGroups = (groups: readonly OwnGroup[]) => ({
  // Names of the API.
  MangGroups: groups.filter(({ role }) => role === 'manager').map(presentListed),
  BelongGroups: groups.filter(({ role }) => role === 'member').map(presentListed),
});

const presentName = ({ id, name }: GroupPersonRow): GroupName => ({ id, name: name ?? '' });

const presentGroupPerson = (row: GroupPersonRow): GroupPerson => ({
  ...presentName(row),
  id_number: row.idNumber,
  passport_no: row.passportNo,
});

const presentGroupClass = (row: GroupClassRow): GroupClass => ({
  id: row.id,
  organization: row.organization,
  name: row.train,
  start_time: isoTaipei(row.startTime),
  code: row.code,
});

interface ShownGroup {
  readonly people: readonly GroupPersonRow[];
  readonly classes: readonly GroupClassRow[];
}

const byRole = <P>(people: readonly GroupPersonRow[], present: (row: GroupPersonRow) => P) => ({
  admins: people.filter(({ role }) => role === 'manager').map(present),
  members: people.filter(({ role }) => role === 'member').map(present),
});

export const presentGroupDetail = ({ people, classes }: ShownGroup): GroupDetail => ({
  ...byRole(people, presentName),
  classInfos: classes.map(presentGroupClass),
});

export const presentManagedGroup = (
  group: ManagedGroup,
  { people, classes }: ShownGroup,
): ManagedGroupDetail => ({
  group: presentGroup(group),
  ...byRole(people, presentGroupPerson),
  classInfos: classes.map(presentGroupClass),
});
