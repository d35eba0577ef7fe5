import type { NewPersonInput } from '@portal/contract/office/new-person';
import { AddPersonForm } from '@portal/contract/office/people';
import * as z from 'zod/mini';

export interface AddPersonValues extends NewPersonInput {
  organizationId: string;
}

export const EMPTY_PERSON: AddPersonValues = {
  ...{ country: 'local', id_number: '', passport_no: '', chinese_name: '', birthday: '', cell_phone: '' },
  ...{ email: null, organizationId: '' },
};

/** In page order. */
export const personFields = [
  ...(['country', 'chinese_name', 'id_number', 'passport_no', 'birthday'] as const),
  ...(['cell_phone', 'email', 'organizationId'] as const),
];

export const sentPerson = ({ organizationId, ...person }: AddPersonValues) => ({
  ...person,
  organizationId: Number(organizationId),
});

/** The rules of the call for what is sent. */
export const AddPersonRules = z.custom<AddPersonValues>().check(
  z.check<AddPersonValues>(({ value, issues }) => {
    const { error } = z.safeParse(AddPersonForm, sentPerson(value));
    for (const { path, message } of error?.issues ?? [])
      issues.push({ code: 'custom', path, message, input: value });
  }),
);
