import { isoTaipei } from '@portal/contract/dates';
import { type PersonColumn, type PersonRow, personColumns } from '@portal/contract/office/people';
import type { PersonMerge } from '@portal/contract/office/person-merges';
import type { TwinRow, TwinSide } from '@portal/contract/office/person-twins';
import { birthdayCell } from '../accounts/people/birthday-cell.ts';
import { maskBirthday, maskIdentity } from '../accounts/people/mask.ts';
import { dateCell } from '../platform/files/export.ts';
import { chooseColumns, type ExportColumn } from '../platform/files/export-columns.ts';
import type { PersonElsewhere } from './list/find-people.ts';
import type { ListedPerson } from './list/people-list.ts';
import type { FoundMerge } from './merge/find-merges.ts';
import { undoUntil } from './merge/rules.ts';
import { UNNAMED_PERSON } from './page/present-person.ts';
import type { ListedTwin } from './twins/twins-list.ts';

export const presentRow = ({ id, chineseName, englishName, identity, ...row }: ListedPerson): PersonRow => ({
  id: Number(id),
  name: chineseName ?? englishName ?? maskIdentity(identity),
  identity: maskIdentity(identity),
  organization: row.organization,
  birthday: row.birthday && maskBirthday(row.birthday),
  ...{ phone: row.phone, email: row.email, employer: row.employer },
  groups: [...row.groups],
  certificates: row.certificates,
  isSuspended: row.isSuspended,
  isComplete: row.isComplete,
  createdAt: isoTaipei(new Date(row.createdAt)),
});

export const presentPersonElsewhere = ({ id, chineseName, englishName }: PersonElsewhere) => ({
  id,
  name: chineseName ?? englishName ?? UNNAMED_PERSON,
});

export const presentMerge = (
  { id, removed, mergedAt, reason, moves, undoneAt, undoReason, ...merge }: FoundMerge,
  names: ReadonlyMap<string, string>,
  now: Date,
): PersonMerge => {
  const until = undoUntil(mergedAt);
  return {
    ...{ id, reason, at: isoTaipei(mergedAt), by: names.get(merge.mergedBy) ?? '' },
    removed: {
      id: removed.id,
      name: removed.chineseName ?? removed.englishName ?? UNNAMED_PERSON,
      identity: maskIdentity(removed.account),
    },
    undone: undoneAt && {
      at: isoTaipei(undoneAt),
      by: names.get(merge.undoneBy ?? '') ?? '',
      reason: undoReason ?? '',
    },
    undoUntil: moves !== null && now < until ? isoTaipei(until) : null,
  };
};

const presentSide = ({
  id,
  chineseName,
  englishName,
  identity,
  organization,
}: ListedTwin['first']): TwinSide => ({
  ...{ id: Number(id), name: chineseName ?? englishName ?? UNNAMED_PERSON },
  ...{ identity: maskIdentity(identity), organization },
});

export const presentTwin = (
  { id, first, second, signs, foundAt, dismissedAt, dismissedBy, dismissReason }: ListedTwin,
  names: ReadonlyMap<string, string>,
): TwinRow => ({
  ...{ id: Number(id), first: presentSide(first), second: presentSide(second), signs },
  foundAt: isoTaipei(new Date(foundAt)),
  dismissed:
    dismissedAt === null
      ? null
      : {
          at: isoTaipei(new Date(dismissedAt)),
          by: names.get(dismissedBy ?? '') ?? '',
          reason: dismissReason ?? '',
        },
});

const stateText = ({ isSuspended, isComplete }: ListedPerson): string => {
  if (isSuspended) return '已停用';
  return isComplete ? '' : '資料未完整';
};

const columns = (isIdentityShown: boolean): Record<PersonColumn, ExportColumn<ListedPerson>> => ({
  created: {
    head: '加入時間',
    format: 'time',
    cell: ({ createdAt }) => dateCell(isoTaipei(new Date(createdAt))),
  },
  name: { head: '姓名', cell: (row) => presentRow(row).name },
  identity: {
    head: '證號',
    cell: ({ identity }) => (isIdentityShown ? identity : maskIdentity(identity)),
  },
  organization: { head: '會別', cell: ({ organization }) => organization },
  groups: { head: '團體', cell: ({ groups }) => groups.join('、') },
  certificates: { head: '證照張數', cell: ({ certificates }) => certificates },
  state: { head: '狀態', cell: stateText },
  phone: { head: '行動電話', cell: ({ phone }) => phone },
  email: { head: '電子信箱', cell: ({ email }) => email },
  employer: { head: '服務單位', cell: ({ employer }) => employer },
  birthday: {
    head: '出生日期',
    format: 'day',
    cell: ({ birthday }) => birthdayCell(birthday, isIdentityShown),
  },
});

const usual: readonly PersonColumn[] = personColumns.slice(0, personColumns.indexOf('state') + 1);

/** The columns of an export; by default all but contacts, employer and birthday. */
export const peopleSheet = (isIdentityShown: boolean, keys = usual) =>
  chooseColumns(columns(isIdentityShown), keys);
