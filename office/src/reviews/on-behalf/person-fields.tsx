import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { KnownPerson } from './known-person.tsx';
import { NewPersonFields } from './new-person-fields.tsx';
import type { OnBehalfValues } from './on-behalf-values.ts';

const text = onBehalfText.person;

export const PersonFields = () => {
  const { register } = useFormContext<OnBehalfValues>();
  const kind = useWatch<OnBehalfValues, 'kind'>({ name: 'kind' });
  return (
    <div className="space-y-4">
      <RadioGroup
        {...register('kind')}
        label={text.kind}
        options={[
          { value: 'known', label: text.kinds.known },
          { value: 'new', label: text.kinds.new },
        ]}
      />
      {kind === 'known' ? <KnownPerson /> : <NewPersonFields />}
    </div>
  );
};
