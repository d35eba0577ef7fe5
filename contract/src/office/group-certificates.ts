import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { GroupCertificates, setGroupNeeds } from '../group-certificates.ts';

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const officeGroupCertificates = endpoint({
  method: 'GET',
  path: '/api/office/groups/:id/certificates',
  access: 'group.read',
  summary: '團體所需證照與成員的持有情形，限主管會別；與團體管理員所見相同',
  params: ById,
  answer: GroupCertificates,
  refusals: ['not_found'],
});

export const setNeedsByStaff = endpoint({
  method: 'POST',
  path: '/api/office/groups/:id/certificate-needs',
  access: 'group.manage',
  summary: '設定團體所需的證照種類與人數；version 為編輯前讀到的版本',
  params: ById,
  body: setGroupNeeds.body,
  answer: GroupCertificates,
  refusals: ['not_found', 'need_kind_unknown', 'changed_meanwhile'],
});
