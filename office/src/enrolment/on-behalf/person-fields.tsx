import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import { IdentifiedPerson } from './identified-person.tsx';
import { KnownPerson } from './known-person.tsx';
import { NewPersonFields } from './new-person-fields.tsx';
import type { OnBehalfValues } from './on-behalf-values.ts';

const text = onBehalfText.person;

export const PersonFields = () => {
  const { register, resetField } = useFormContext<OnBehalfValues>();
  const kind = useWatch<OnBehalfValues, 'kind'>({ name: 'kind' });
  return (
    <div className="space-y-4">
      <RadioGroup
        {...register('kind', { onChange: () => resetField('accountId') })}
        label={text.kind}
        options={[
          { value: 'known', label: text.kinds.known },
          { value: 'identified', label: text.kinds.identified },
          { value: 'new', label: text.kinds.new },
        ]}
      />
      {kind === 'known' && <KnownPerson />}
      {kind === 'identified' && <IdentifiedPerson />}
      {kind === 'new' && <NewPersonFields />}
    </div>
  );
};
