import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { personText } from '../../text/zh-TW/person.ts';
import { areasQuery } from '../api/get-areas.ts';
import { careersQuery } from '../api/get-careers.ts';
import { citiesQuery } from '../api/get-cities.ts';
import { educationStatusesQuery } from '../api/get-education-statuses.ts';
import { educationsQuery } from '../api/get-educations.ts';
import type { ChoiceName, EditValues, TextName } from './edit-person-values.ts';

const text = personText.edit;

export const EditPersonFields = () => (
  <>
    <FormSection title={personText.part.person}>
      <div className="space-y-6">
        <Text name="english_name" />
        <Choice name="sex" options={sexes} />
      </div>
    </FormSection>
    <FormSection title={personText.part.contact}>
      <div className="space-y-6">
        <Text name="cell_phone" type="tel" />
        <Text name="home_phone" type="tel" />
        <Text name="company_phone" type="tel" />
        <Place />
        <Text name="address" />
        <Text name="address_code" />
        <p className="text-ink-soft">{text.mailbox}</p>
      </div>
    </FormSection>
    <FormSection title={personText.part.background}>
      <div className="space-y-6">
        <Text name="career" />
        <Choice name="career_id" options={optionsOf(useQuery(careersQuery).data)} />
        <Choice name="education" options={optionsOf(useQuery(educationsQuery).data)} />
        <Choice name="educationstatuse" options={optionsOf(useQuery(educationStatusesQuery).data)} />
        <Text name="school" />
        <Text name="department" />
      </div>
    </FormSection>
  </>
);

interface Option {
  value: string;
  label: string;
}

const sexes: readonly Option[] = [
  { value: '1', label: personText.sexes[1] },
  { value: '0', label: personText.sexes[0] },
];

const optionsOf = (rows: readonly { id: number; name: string }[] | undefined): readonly Option[] =>
  (rows ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }));

const Text = ({ name, type }: { name: TextName; type?: 'tel' }) => {
  const { register, formState } = useFormContext<EditValues>();
  return (
    <TextField
      {...register(name)}
      {...(type && { type })}
      autoComplete="off"
      error={formState.errors[name]?.message}
      label={text.fields[name]}
    />
  );
};

interface ChoiceProps {
  name: ChoiceName | 'city';
  options: readonly Option[];
}

/** A stored choice that is no longer offered stays. */
const Choice = ({ name, options }: ChoiceProps) => {
  const { register, formState } = useFormContext<EditValues>();
  const value = useWatch<EditValues, ChoiceProps['name']>({ name });
  const isOffered = value === '' || options.some((option) => option.value === value);
  return (
    <SelectField
      {...register(name)}
      error={formState.errors[name]?.message}
      label={text.fields[name]}
      options={isOffered ? options : [{ value, label: text.stored }, ...options]}
      placeholder={text.unknown}
      value={value}
    />
  );
};

/** Another city has other areas. */
const Place = () => {
  const { register, setValue, formState } = useFormContext<EditValues>();
  const [city, area] = useWatch<EditValues, ['city', 'area']>({ name: ['city', 'area'] });
  const areas = optionsOf(useQuery(areasQuery(city)).data);
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SelectField
        {...register('city', { onChange: () => setValue('area', '', { shouldDirty: true }) })}
        error={formState.errors.city?.message}
        label={text.fields.city}
        options={optionsOf(useQuery(citiesQuery).data)}
        placeholder={text.unknown}
        value={city}
      />
      <SelectField
        {...register('area')}
        error={formState.errors.area?.message}
        label={text.fields.area}
        options={areas}
        placeholder={text.unknown}
        value={areas.some(({ value }) => value === area) ? area : ''}
      />
    </div>
  );
};
