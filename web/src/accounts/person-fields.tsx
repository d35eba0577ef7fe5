import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { AddressFields } from './address-fields.tsx';
import { careersQuery } from './api/get-careers.ts';
import { educationStatusesQuery } from './api/get-education-statuses.ts';
import { educationsQuery } from './api/get-educations.ts';
import { LookupSelect } from './lookup-select.tsx';
import { type PersonValues, useField } from './person-form.ts';
import { PhoneField } from './phone-field.tsx';

/* They need a FormProvider with at least PersonValues. */

const pair = 'grid gap-x-6 gap-y-4 sm:grid-cols-2';

/** It is printed on the certificates of foreigners. */
export const EnglishNameField = () => {
  const isForeign = useWatch<PersonValues, 'country'>({ name: 'country' }) === 'foreign';
  return (
    <TextField
      {...useField('english_name')}
      autoComplete="off"
      hint={text.englishNameHint}
      label={text.englishName}
      required={isForeign}
    />
  );
};

export const SexField = () => (
  <RadioGroup
    {...useField('sex')}
    label={text.sex}
    options={[
      { value: '1', label: text.male },
      { value: '0', label: text.female },
    ]}
    required
  />
);

export const ContactFields = () => (
  <div className="space-y-4">
    <AddressFields />
    <TextField
      {...useField('email')}
      autoComplete="email"
      className="sm:max-w-lg"
      hint={text.emailHint}
      label={text.email}
      required
      type="email"
    />
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <PhoneField kind="mobile" label={text.cellPhone} name="cell_phone" place="mobile" required />
      <PhoneField kind="home" label={text.homePhone} name="home_phone" place="home" />
      <PhoneField kind="company" label={text.companyPhone} name="company_phone" place="work" />
    </div>
  </div>
);

export const BackgroundFields = () => (
  <div className={pair}>
    <TextField {...useField('career')} autoComplete="organization" label={text.employer} />
    <LookupSelect label={text.occupation} lookup={useQuery(careersQuery)} name="career_id" required />
    <LookupSelect label={text.education} lookup={useQuery(educationsQuery)} name="education" required />
    <LookupSelect
      label={text.educationStatus}
      lookup={useQuery(educationStatusesQuery)}
      name="educationstatuse"
      required
    />
    <TextField {...useField('school')} autoComplete="off" label={text.school} />
    <TextField {...useField('department')} autoComplete="off" label={text.department} />
  </div>
);
