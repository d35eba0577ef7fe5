import { enrolReason, NewPersonForm } from '@portal/contract/office/enrolment';
import * as z from 'zod/mini';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import type { ChosenPersonValues } from './chosen-person-values.ts';

/** `kind` selects the fields that are used. */
export interface OnBehalfValues extends z.input<typeof NewPersonForm>, ChosenPersonValues {}

export const EMPTY: OnBehalfValues = {
  kind: 'known',
  accountId: '',
  country: 'local',
  id_number: '',
  passport_no: '',
  chinese_name: '',
  birthday: '',
  cell_phone: '',
  email: null,
  code: '',
  reason: '',
};

export const newPersonOf = ({ kind: _, accountId: __, ...person }: OnBehalfValues) => person;

const chosen = (error: string) => z.string().check(z.minLength(1, { error }));

const forPerson = (required: string) =>
  z.object({
    accountId: chosen(required),
    code: chosen(onBehalfText.class.required),
    reason: enrolReason,
  });

const forms = {
  known: forPerson(onBehalfText.person.required),
  identified: forPerson(onBehalfText.person.proof.required),
  new: NewPersonForm,
};

/** Rules for the used fields only. */
export const OnBehalfForm = z.custom<OnBehalfValues>().check(
  z.check<OnBehalfValues>(({ value, issues }) => {
    const { error } = z.safeParse(forms[value.kind], value);
    for (const { path, message } of error?.issues ?? []) {
      const shownMessage = path[0] === 'code' ? onBehalfText.class.required : message;
      issues.push({ code: 'custom', path, message: shownMessage, input: value });
    }
  }),
);
