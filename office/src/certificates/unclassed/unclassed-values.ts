import { UnclassedForm } from '@portal/contract/office/certificate-register';
import * as z from 'zod/mini';
import type { ChosenPersonValues } from '../../enrolment/on-behalf/chosen-person-values.ts';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { unclassedText as text } from '../../text/zh-TW/unclassed.ts';

type TypedForm = Record<Exclude<keyof UnclassedForm, 'accountId'>, string>;

export interface UnclassedValues extends TypedForm, ChosenPersonValues {
  file: File | null;
}

export const EMPTY: UnclassedValues = {
  ...{ kind: 'known', accountId: '', organizationId: '', courseId: '', issuedOn: '', endTime: '' },
  ...{ hours: '', firstDay: '', lastDay: '', reason: '', file: null },
};

/** The fields in page order. */
export const FIELDS = [
  ...(['accountId', 'organizationId', 'courseId', 'issuedOn', 'endTime'] as const),
  ...(['firstDay', 'lastDay', 'hours', 'reason', 'file'] as const),
];

export const sentFields = ({ kind: _, file: __, ...fields }: UnclassedValues) => fields;

/** The rules of the call, and the file. */
export const UnclassedRules = z.custom<UnclassedValues>().check(
  z.check<UnclassedValues>(({ value, issues }) => {
    const { error } = z.safeParse(UnclassedForm, sentFields(value));
    for (const { path, message } of error?.issues ?? []) {
      const isUnproved = path[0] === 'accountId' && value.kind === 'identified';
      const shownMessage = isUnproved ? onBehalfText.person.proof.required : message;
      issues.push({ code: 'custom', path, message: shownMessage, input: value });
    }
    if (!value.file) issues.push({ code: 'custom', path: ['file'], message: text.fileMissing, input: value });
  }),
);
