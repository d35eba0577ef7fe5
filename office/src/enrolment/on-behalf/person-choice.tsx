import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { onBehalfText } from '../../text/zh-TW/on-behalf.ts';
import type { ChosenPersonValues } from './chosen-person-values.ts';
import { IdentifiedPerson } from './identified-person.tsx';
import { KnownPerson } from './known-person.tsx';

const text = onBehalfText.person;

/** Somebody with an account: whom the branch knows, or who proves who they are. */
export const PersonChoice = () => {
  const { register, resetField } = useFormContext<ChosenPersonValues>();
  const kind = useWatch<ChosenPersonValues, 'kind'>({ name: 'kind' });
  return (
    <div className="space-y-4">
      <RadioGroup
        {...register('kind', { onChange: () => resetField('accountId') })}
        label={text.kind}
        options={(['known', 'identified'] as const).map((value) => ({ value, label: text.kinds[value] }))}
      />
      {kind === 'known' ? <KnownPerson /> : <IdentifiedPerson />}
    </div>
  );
};
