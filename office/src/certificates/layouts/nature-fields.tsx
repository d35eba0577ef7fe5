import { kindTypes, type NewKindForm } from '@portal/contract/office/certificate-kinds';
import { kindTypeNames } from '@portal/contract/office/code-names';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { kindText as text } from '../../text/zh-TW/certificate-kinds.ts';

type Values = z.input<typeof NewKindForm>;

const types = kindTypes.map((type) => ({ value: type, label: kindTypeNames[type] }));

/** Stands in a form with name, years and type of a kind. */
export const NatureFields = () => {
  const { register, formState } = useFormContext<Values>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('name')}
        autoComplete="off"
        error={errors.name?.message}
        hint={text.nameHint}
        label={text.name}
        required
      />
      <TextField
        {...register('years')}
        autoComplete="off"
        digitsOnly
        error={errors.years?.message}
        label={text.validity}
        required
        unit={text.yearsUnit}
      />
      <SelectField
        {...register('type')}
        error={errors.type?.message}
        label={text.type}
        options={types}
        placeholder={null}
        required
      />
    </>
  );
};
