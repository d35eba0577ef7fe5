import type { Publication } from '@portal/contract/office/content';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { MomentField } from '../classes/form/moment-field.tsx';
import { contentText } from '../text/zh-TW/content.ts';

const text = contentText.publication;

/** As typed: part of a form. */
interface PublicationValues {
  publication: Publication;
  at?: string | null | undefined;
}

interface Published {
  readonly publication: Publication;
  readonly publishedAt: string | null;
}

export const publicationValuesOf = ({ publication, publishedAt }: Published): PublicationValues => ({
  publication,
  at: publication === 'scheduled' && publishedAt !== null ? publishedAt.slice(0, 16) : null,
});

/** What is public already is kept so or withdrawn. */
const labelOf = (value: Publication, isPublic: boolean): string => {
  if (isPublic && value === 'published') return text.keep;
  return isPublic && value === 'draft' ? text.withdraw : text.options[value];
};

const values = ['draft', 'published', 'scheduled'] as const;

export const PublicationFields = ({ isPublic }: { isPublic: boolean }) => {
  const { register } = useFormContext<PublicationValues>();
  const publication = useWatch<PublicationValues, 'publication'>({ name: 'publication' });
  const options = values.map((value) => ({ value, label: labelOf(value, isPublic) }));
  return (
    <div className="space-y-4">
      <RadioGroup {...register('publication')} label={text.label} options={options} />
      {publication === 'scheduled' && <TimeField />}
    </div>
  );
};

const TimeField = () => {
  const { field, fieldState } = useController<PublicationValues, 'at'>({ name: 'at' });
  return (
    <MomentField
      error={fieldState.error?.message}
      label={text.at}
      name="at"
      onChange={(value) => field.onChange(value === '' ? null : value)}
      usual="09:00"
      value={field.value ?? ''}
    />
  );
};
