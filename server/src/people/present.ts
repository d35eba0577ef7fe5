import { isoTaipei, readable } from '@portal/contract/dates';
import type { PersonRow } from '@portal/contract/office/people';
import type { PersonMerge } from '@portal/contract/office/person-merges';
import type { TwinRow, TwinSide } from '@portal/contract/office/person-twins';
import { maskIdentity } from '../accounts/people/mask.ts';
import type { Cell } from '../platform/files/export.ts';
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

export const peopleHeads = ['加入時間', '姓名', '證號', '會別', '團體', '證照張數', '狀態'];

const stateText = ({ isSuspended, isComplete }: PersonRow): string => {
  if (isSuspended) return '已停用';
  return isComplete ? '' : '資料未完整';
};

export const personCells = (found: ListedPerson, isIdentityShown: boolean): Cell[] => {
  const row = presentRow(found);
  return [
    readable(row.createdAt),
    row.name,
    isIdentityShown ? found.identity : row.identity,
    row.organization,
    row.groups.join('、'),
    row.certificates,
    stateText(row),
  ];
};
