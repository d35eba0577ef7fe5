import { isoTaipei, readable } from '@portal/contract/dates';
import type { GroupRow, OfficeGroup, OfficeGroupPerson } from '@portal/contract/office/groups';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { Staff } from '../../staff/actors.ts';
import type { GroupListRow } from '../groups-list.ts';
import { isLookedAfter, type PersonForStaff, type ReadableGroup } from '../office-queries.ts';
import { mayManage } from '../policy.ts';

export const presentGroupRow = ({ cursor: _, id, createdAt, managers, ...row }: GroupListRow): GroupRow => ({
  ...row,
  id: Number(id),
  managers: [...managers],
  createdAt: isoTaipei(new Date(createdAt)),
});

export const groupHeads = ['團體名稱', '團體代碼', '主管會別', '管理員', '成員人數', '建立日期'];

export const groupCells = (found: GroupListRow): Cell[] => {
  const row = presentGroupRow(found);
  return [
    row.name,
    row.code,
    row.organization ?? '全會',
    row.managers.join('、'),
    row.members,
    readable(row.createdAt.slice(0, 10)),
  ];
};

export const presentOfficeGroup = (found: ReadableGroup, actor: Staff): OfficeGroup => {
  const { organizationId, organization, createdAt, ...group } = found;
  return {
    ...group,
    organization:
      organizationId === null || organization === null ? null : { id: organizationId, name: organization },
    createdAt: isoTaipei(createdAt),
    isLookedAfter: isLookedAfter(found, actor),
    can: { manage: mayManage(actor, found) },
  };
};

export const presentPersonForStaff = ({
  name,
  joinedAt,
  identity,
  isKnown,
  ...person
}: PersonForStaff): OfficeGroupPerson => ({
  ...person,
  name: name ?? '',
  joinedAt: isoTaipei(joinedAt),
  identity: isKnown ? maskIdentity(identity) : null,
});
