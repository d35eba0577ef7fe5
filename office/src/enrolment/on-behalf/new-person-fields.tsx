import type { NewPersonInput } from '@portal/contract/office/new-person';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import {
  type FieldPath,
  type RegisterOptions,
  useController,
  useFormContext,
  useWatch,
} from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';

const text = onBehalfText.person;

type PersonPath = FieldPath<NewPersonInput>;

const usePersonField = (name: PersonPath, options?: RegisterOptions<NewPersonInput, PersonPath>) => {
  const { register, getFieldState, formState } = useFormContext<NewPersonInput>();
  return { ...register(name, options), error: getFieldState(name, formState).error?.message };
};

export const NewPersonFields = () => {
  const country = useWatch<NewPersonInput, 'country'>({ name: 'country' });
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <p className="text-ink-soft sm:col-span-2">{text.newLead}</p>
      <RadioGroup
        {...usePersonField('country')}
        className="sm:col-span-2"
        label={text.country}
        options={[
          { value: 'local', label: text.countries.local },
          { value: 'foreign', label: text.countries.foreign },
        ]}
      />
      <TextField {...usePersonField('chinese_name')} autoComplete="off" label={text.name} required />
      {country === 'local' ? (
        <Identifier key="local" label={text.idNumber} name="id_number" />
      ) : (
        <Identifier key="foreign" label={text.passportNo} name="passport_no" />
      )}
      <Birthday />
      <TextField
        {...usePersonField('cell_phone')}
        autoComplete="off"
        inputMode="tel"
        label={text.phone}
        required
      />
      <TextField
        {...usePersonField('email', { setValueAs: (typed: string | null) => typed?.trim() || null })}
        autoComplete="off"
        className="sm:col-span-2"
        hint={text.emailHint}
        label={text.email}
        type="email"
      />
    </div>
  );
};

const Identifier = ({ name, label }: { name: 'id_number' | 'passport_no'; label: string }) => (
  <TextField {...usePersonField(name)} autoComplete="off" label={label} required upperCase />
);

const Birthday = () => {
  const { field, fieldState } = useController<NewPersonInput, 'birthday'>({ name: 'birthday' });
  return (
    <DateField
      error={fieldState.error?.message}
      label={text.birthday}
      name={field.name}
      onBlur={field.onBlur}
      onChange={field.onChange}
      required
      value={field.value}
    />
  );
};
