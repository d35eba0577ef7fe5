import { paperFormats } from '@portal/contract/certificates';
import { isoTaipei } from '@portal/contract/dates';
import type { CertificateDetail } from '@portal/contract/office/certificate-register';
import { maskIdentity, maskName } from '../../accounts/people/mask.ts';
import { presentActor } from '../../audit/event-texts.ts';
import type { Staff } from '../../staff/actors.ts';
import { mayIssue, mayRevoke } from '../policy.ts';
import type { Registered } from '../register/find-registered.ts';
import { registerState } from '../register/rules.ts';

/** Masks the name of an erased holder for every reader. */
const shownName = (name: string | null, { erasedAt }: Pick<Registered, 'erasedAt'>) =>
  name !== null && erasedAt !== null ? maskName(name) : name;

const contentOf = ({ content, chineseName, englishName, ...found }: Registered) => ({
  chineseName: shownName(content ? content.chineseName : chineseName, found),
  englishName: shownName(content ? content.englishName : englishName, found),
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
    personId: certificate.accountId,
    name: said.chineseName ?? said.englishName ?? '',
    state: registerState(certificate, day),
    proof: found.proof && { ...found.proof, canOpen: mayIssue(actor, organizationId) },
    ended: endedOf(found),
    formats:
      sha256 !== null && found.erasedAt === null && mayIssue(actor, organizationId)
        ? paperFormats.filter((format) => format === 'a4' || found.hasCard)
        : [],
    can: {
      revoke: isValid && mayRevoke(actor, organizationId),
      correct: isValid && found.erasedAt === null && mayIssue(actor, organizationId),
    },
  };
};
