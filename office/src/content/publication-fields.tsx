import type { Publication } from '@portal/contract/office/content';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { MomentField } from '../classes/form/moment-field.tsx';
import { contentText } from '../text/zh-TW/content.ts';

const text = contentText.publication;

/** The values that staff type, as a part of a form. */
interface PublicationValues {
  publication: Publication | 'revision';
  at?: string | null | undefined;
}

interface Published {
  readonly publication: Publication;
  readonly publishedAt: string | null;
}

export const publicationValuesOf = ({ publication, publishedAt }: Published) => ({
  publication,
  at: publication === 'scheduled' && publishedAt !== null ? publishedAt.slice(0, 16) : null,
});

const publicOptions = [
  { value: 'published', label: text.keep },
  { value: 'draft', label: text.withdraw },
  { value: 'scheduled', label: text.options.scheduled },
];

const revisionOption = { value: 'revision', label: text.revision };

const hiddenOptions = (['draft', 'published', 'scheduled'] as const).map((value) => ({
  value,
  label: text.options[value],
}));

interface PublicationFieldsProps {
  isPublic: boolean;
  /** A changed text can wait beside the public one. */
  canWait?: boolean;
}

export const PublicationFields = ({ isPublic, canWait = false }: PublicationFieldsProps) => {
  const { register } = useFormContext<PublicationValues>();
  const publication = useWatch<PublicationValues, 'publication'>({ name: 'publication' });
  const shown = canWait ? [revisionOption, ...publicOptions] : publicOptions;
  const options = isPublic ? shown : hiddenOptions;
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
      required
      usual="09:00"
      value={field.value ?? ''}
    />
  );
};
