import { GroupForm, GroupPersonForm, type GroupRole, NewGroupForm } from '@portal/contract/office/groups';
import * as z from 'zod/mini';
import type { ChosenPersonValues } from '../enrolment/on-behalf/chosen-person-values.ts';
import { onBehalfText } from '../text/zh-TW/on-behalf.ts';

/** The choice of the whole association, which has no number. */
export const WHOLE_ASSOCIATION = 'whole';

export interface GroupValues {
  name: string;
  organizationId: string;
}

export interface NewGroupValues extends GroupValues, ChosenPersonValues {
  code: string;
  reason: string;
}

export interface AdditionValues extends ChosenPersonValues {
  role: GroupRole;
  reason: string;
}

const organizationOf = (chosen: string): number | null =>
  chosen === WHOLE_ASSOCIATION ? null : Number(chosen);

export const chosenOrganization = (organization: { readonly id: number } | null): string =>
  organization === null ? WHOLE_ASSOCIATION : `${organization.id}`;

export const sentGroup = ({ name, organizationId }: GroupValues) => ({
  name,
  organizationId: organizationOf(organizationId),
});

export const sentNewGroup = ({ kind: _, accountId, ...values }: NewGroupValues) => ({
  ...values,
  ...sentGroup(values),
  accountId: Number(accountId),
});

export const sentAddition = ({ accountId, role, reason }: AdditionValues) => ({
  accountId: Number(accountId),
  role,
  reason,
});

/** The rules of the call for what is sent. */
const rulesOf = <Values extends object>(schema: z.ZodMiniType, sent: (values: Values) => object) =>
  z.custom<Values>().check(
    z.check<Values>(({ value, issues }) => {
      const { error } = z.safeParse(schema, sent(value));
      for (const { path, message } of error?.issues ?? []) {
        const isUnproved = path[0] === 'accountId' && 'kind' in value && value.kind === 'identified';
        const shownMessage = isUnproved ? onBehalfText.person.proof.required : message;
        issues.push({ code: 'custom', path, message: shownMessage, input: value });
      }
    }),
  );

export const GroupRules = rulesOf(GroupForm, sentGroup);
export const NewGroupRules = rulesOf(NewGroupForm, sentNewGroup);
export const AdditionRules = rulesOf(GroupPersonForm, sentAddition);
