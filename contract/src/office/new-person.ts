import * as z from 'zod/mini';
import { Country } from '../country.ts';
import { type Rule, refuse } from '../fields.ts';
import { identity } from '../login-form.ts';
import { birthDateFault, givenBirthDate } from '../passwords.ts';
import { chineseName, identityFaults, personFields } from '../person-form.ts';
import { isForeignPhone, isMobile } from '../phones.ts';
import { hasForbiddenCharacters } from '../primitives.ts';

/** That of the other kind of people is ignored. */
const number = (label: string) =>
  identity(label).check(
    refuse((value: string | null) =>
      value !== null && hasForbiddenCharacters(value) ? `${label}格式不正確` : null,
    ),
  );

/** Somebody whom staff add. Fields are named as in the registration, whose rules they share. */
export const newPersonFields = {
  country: Country,
  id_number: number('身分證字號'),
  passport_no: number('護照號碼或居留證號'),
  chinese_name: chineseName,
  birthday: givenBirthDate.check(refuse(birthDateFault)),
  cell_phone: personFields.cell_phone,
  /** A person without a mailbox gets no mail, and cannot set a password until the branch has stored one. */
  email: z.optional(z.nullable(personFields.email)),
};

const NewPersonFields = z.object(newPersonFields);
export type NewPersonFields = z.infer<typeof NewPersonFields>;
export type NewPersonInput = z.input<typeof NewPersonFields>;

export const newPersonRules: readonly Rule<NewPersonFields>[] = [
  { needs: ['country', 'id_number', 'passport_no'], faults: identityFaults },
  {
    needs: ['country', 'cell_phone'],
    faults: ({ country, cell_phone }) =>
      isMobile(cell_phone) || (country === 'foreign' && isForeignPhone(cell_phone))
        ? []
        : [{ field: 'cell_phone', text: '行動電話格式不正確，例如 0900-000000' }],
  },
];
