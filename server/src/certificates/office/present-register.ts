import { paperFormats } from '@portal/contract/certificates';
import { isoTaipei, readable } from '@portal/contract/dates';
import {
  type CertificateDetail,
  type RegisterRow,
  registerStateNames,
} from '@portal/contract/office/certificate-register';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { presentActor } from '../../audit/event-texts.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { Staff } from '../../staff/actors.ts';
import { mayIssue, mayRevoke } from '../policy.ts';
import type { Registered } from '../register/find-registered.ts';
import type { RegisterListRow } from '../register/register-list.ts';
import { registerState } from '../register/rules.ts';

export const presentRegisterRow = (row: RegisterListRow, day: string): RegisterRow => ({
  id: Number(row.id),
  number: row.number,
  registerNumber: row.registerNumber,
  name: row.name,
  identity: row.maskedIdentity ?? maskIdentity(row.identity),
  kind: row.kind,
  course: row.course,
  classCode: row.classCode,
  organization: row.organization,
  issuedOn: row.issuedOn,
  endTime: row.endTime,
  state: registerState(row, day),
});

export const registerHeads = [
  '證照編號',
  '證號字號',
  '姓名',
  '證號',
  '證照',
  '訓練項目',
  '課程代碼',
  '會別',
  '發證日期',
  '有效期限',
  '狀態',
];

export const registerCells =
  (day: string) =>
  (found: RegisterListRow): Cell[] => {
    const row = presentRegisterRow(found, day);
    return [
      row.number,
      row.registerNumber,
      row.name,
      row.identity,
      row.kind,
      row.course,
      row.classCode,
      row.organization,
      readable(row.issuedOn),
      readable(row.endTime),
      registerStateNames[row.state],
    ];
  };

const contentOf = ({ content, chineseName, englishName, ...found }: Registered) => ({
  chineseName: content ? content.chineseName : chineseName,
  englishName: content ? content.englishName : englishName,
  identity: content?.maskedIdentity ?? maskIdentity(found.identity),
  kind: content?.kind ?? found.kind,
  course: content?.course ?? found.course,
  classCode: content?.classCode ?? null,
  hours: content?.hours ?? null,
  firstDay: content?.firstDay ?? null,
  lastDay: content?.lastDay ?? null,
});

const endedOf = ({ certificate, endedByName }: Registered): CertificateDetail['ended'] => {
  const { endedAt, endedBy, endReason } = certificate;
  return (
    endedAt && {
      at: isoTaipei(endedAt),
      by: endedBy === null ? null : presentActor({ actor: endedBy, actorName: endedByName }),
      reason: endReason,
    }
  );
};

export const presentRegistered = (found: Registered, actor: Staff, day: string): CertificateDetail => {
  const { certificate, registerNumber, organization, sha256, successor, predecessor, version } = found;
  const { id, number, issuedOn, endTime, years, registrationId, organizationId, state } = certificate;
  const said = contentOf(found);
  const isValid = state === 'valid';
  return {
    ...{ id, number, registerNumber, version, organization, sha256, successor, predecessor },
    ...{ issuedOn, endTime, years, registrationId },
    ...said,
    name: said.chineseName ?? said.englishName ?? '',
    state: registerState(certificate, day),
    proof: found.proof && { ...found.proof, canOpen: mayIssue(actor, organizationId) },
    ended: endedOf(found),
    formats:
      sha256 !== null && mayIssue(actor, organizationId)
        ? paperFormats.filter((format) => format === 'a4' || found.hasCard)
        : [],
    can: {
      revoke: isValid && mayRevoke(actor, organizationId),
      correct: isValid && mayIssue(actor, organizationId),
    },
  };
};
