import { type KindForm, refresherRuleText } from '@portal/contract/office/certificate-kinds';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { changeCertificateKind } from '../../catalogue/certificate-kinds/change-certificate-kind.ts';
import { courses } from '../../catalogue/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import type { RefresherRule } from '../renewal/refresher-rule.ts';
import { certificates, refresherRules } from '../tables.ts';
import { findKindSettings } from './find-kind-settings.ts';
import { lockKind } from './lock-kind.ts';

export const versionedKind = (kindId: number) =>
  ({ subject: 'certificate_kind', id: kindId, actions: ['certificate_kind.edit'] }) as const;

const ruleOf = ({ refresherHours, refresherYears }: KindForm): RefresherRule | null =>
  refresherHours === null || refresherYears === null
    ? null
    : { hours: refresherHours, years: refresherYears };

const setRule = async (tx: Tx, kindId: number, rule: RefresherRule | null): Promise<void> => {
  if (rule === null) {
    await tx.delete(refresherRules).where(eq(refresherRules.kindId, kindId));
    return;
  }
  await tx
    .insert(refresherRules)
    .values({ kindId, ...rule })
    .onConflictDoUpdate({ target: refresherRules.kindId, set: { ...rule } });
};

const recorded = (form: KindForm) => {
  const rule = ruleOf(form);
  const { name, type, years, registerPattern } = form;
  return { name, type, years, registerPattern, refresherRule: rule ? refresherRuleText(rule) : null };
};

const hasCertificates = async (tx: Tx, kindId: number): Promise<boolean> => {
  const [found] = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .innerJoin(courses, eq(courses.id, certificates.courseId))
    .where(eq(courses.certificateKindId, kindId))
    .limit(1);
  return found !== undefined;
};

/**
 * Name, years and pattern hold for certificates that are issued afterwards, the rule for requests that are decided
 * afterwards. Holders of a kind that can be renewed may have asked for it, so its type is fixed with the first
 * certificate.
 */
export const saveKindSettings = async (
  tx: Tx,
  { kindId, form, version }: { kindId: number; form: KindForm; version: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockKind(tx, kindId);
  const former = await findKindSettings(tx, kindId);
  await refuseOldVersion(tx, versionedKind(kindId), version);
  const changed = changedFields(recorded(former.form), recorded(form));
  if (!changed) return;
  if (form.type !== former.form.type && (await hasCertificates(tx, kindId)))
    throw new Refusal('kind_type_fixed');
  const { name, type, years, registerPattern } = form;
  await changeCertificateKind(tx, kindId, { name, type, years, registerPattern });
  await setRule(tx, kindId, ruleOf(form));
  const event = { actor, action: 'certificate_kind.edit', subject: 'certificate_kind' } as const;
  const after = { certificateKind: former.kind.name, ...changed.after };
  await recordEvent(tx, { ...event, subjectId: kindId, before: changed.before, after }, now);
};
