import { today } from '@portal/contract/dates';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { PhotoField } from '@portal/kit/ui/photo-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { organizationsQuery } from '../catalogue/api/get-organizations.ts';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { LookupSelect } from './lookup-select.tsx';
import { EnglishNameField, SexField } from './person-fields.tsx';
import { useField } from './person-form.ts';
import type { RegistrationValues } from './registration-values.ts';
import { useRecheck } from './use-recheck.ts';

export const BasicFields = () => (
  <div className="grid gap-6 md:grid-cols-[16rem_minmax(0,1fr)]">
    <Photo />
    <div className="grid content-start gap-x-6 gap-y-4 sm:grid-cols-2">
      <CountryField />
      <LookupSelect
        className="sm:col-span-2 sm:max-w-sm"
        hint={text.organizationHint}
        label={text.organization}
        lookup={useQuery(organizationsQuery)}
        name="organization_id"
        required
      />
      <TextField
        {...useField<RegistrationValues>('chinese_name')}
        autoComplete="name"
        hint={text.chineseNameHint}
        label={text.chineseName}
        required
      />
      <EnglishNameField />
      <SexField />
      <Birthday />
    </div>
  </div>
);

const Photo = () => {
  const { field, fieldState } = useController<RegistrationValues, 'file'>({ name: 'file' });
  return (
    <PhotoField
      error={fieldState.error?.message}
      hint={text.photoNote}
      label={text.photo}
      name="file"
      onBlur={field.onBlur}
      onChange={field.onChange}
      value={field.value}
    />
  );
};

/** Changing the country drops the typed identifier (specification §4). */
const CountryField = () => {
  const { setValue, clearErrors, trigger, formState } = useFormContext<RegistrationValues>();
  const dropIdentifiers = () => {
    setValue('id_number', '');
    setValue('passport_no', '');
    clearErrors(['id_number', 'passport_no']);
    // The rules of these fields depend on the country, too.
    if (formState.isSubmitted) trigger(['english_name', 'cell_phone', 'home_phone', 'company_phone']);
  };
  return (
    <RadioGroup
      {...useField<RegistrationValues>('country', { onChange: dropIdentifiers })}
      className="sm:col-span-2"
      label={text.country}
      options={[
        { value: 'local', label: text.local },
        { value: 'foreign', label: text.foreign },
      ]}
      required
    />
  );
};

const Birthday = () => {
  const recheckPassword = useRecheck<RegistrationValues>('password');
  const { field, fieldState } = useController<RegistrationValues, 'birthday'>({ name: 'birthday' });
  return (
    <DateField
      error={fieldState.error?.message}
      hint={text.birthdayHint}
      label={text.birthday}
      max={today(new Date())}
      name="birthday"
      onBlur={field.onBlur}
      onChange={(date) => {
        field.onChange(date);
        recheckPassword();
      }}
      required
      value={field.value}
    />
  );
};
