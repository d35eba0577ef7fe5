import { labelClass, TextField } from '@portal/kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { registrationText as text } from '../text/zh-TW/registration.ts';
import { areasQuery } from './api/get-areas.ts';
import { citiesQuery } from './api/get-cities.ts';
import { LookupSelect } from './lookup-select.tsx';
import { type PersonValues, useField } from './person-form.ts';

/** Specification §4. */
export const AddressFields = () => {
  const { setValue, clearErrors } = useFormContext<PersonValues>();
  const city = useWatch<PersonValues, 'city'>({ name: 'city' });
  const cities = useQuery(citiesQuery);
  const areas = useQuery(areasQuery(`${city}`));

  const fill = (area: string | null, postalCode: string) => {
    if (area !== null) setValue('area', area, { shouldDirty: true });
    setValue('address_code', postalCode, { shouldDirty: true });
    clearErrors(area === null ? ['address_code'] : ['area', 'address_code']);
  };

  return (
    <fieldset className="min-w-0">
      <legend className={labelClass}>{text.address}</legend>
      <div className="mt-1 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <LookupSelect
          autoComplete="address-level1"
          label={text.city}
          lookup={cities}
          name="city"
          onChosen={() => fill('', '')}
          required
        />
        <LookupSelect
          autoComplete="address-level2"
          label={text.area}
          lookup={areas}
          name="area"
          onChosen={(area) => fill(null, area?.code ?? '')}
          placeholder={city === '' ? text.areaBeforeCity : undefined}
          required
        />
        <TextField
          {...useField('address_code')}
          autoComplete="postal-code"
          className="max-w-60 sm:col-span-2"
          digitsOnly
          hint={text.postalCodeHint}
          label={text.postalCode}
          required
        />
        <TextField
          {...useField('address')}
          autoComplete="address-line1"
          className="sm:col-span-2"
          label={text.street}
          required
        />
      </div>
    </fieldset>
  );
};
