import { zodResolver } from '@hookform/resolvers/zod';
import { type EditedIntro, IntroForm as Form } from '@portal/contract/office/content';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { MomentField } from '../../classes/form/moment-field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { contentText } from '../../text/zh-TW/content.ts';
import { createIntro } from '../api/create-intro.ts';
import { editIntro } from '../api/edit-intro.ts';
import { introQuery } from '../api/get-intro.ts';
import { useContentChanged } from '../use-content-changed.ts';

const text = contentText.intros;

type Values = z.input<typeof Form>;

const fields = ['title', 'html', 'publication', 'at'] as const;

const empty: Values = { title: '', html: '', publication: 'draft', at: null };

const valuesOf = ({ title, html, publication, publishedAt }: EditedIntro): Values => ({
  ...{ title, html, publication },
  at: publication === 'scheduled' && publishedAt !== null ? publishedAt.slice(0, 16) : null,
});

interface IntroFormProps {
  /** Null for a new one. */
  intro: EditedIntro | null;
  typeId: number;
}

const useIntroForm = ({ intro, typeId }: IntroFormProps) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useContentChanged();
  return useSave<Values, Values, EditedIntro>({
    defaultValues: intro ? valuesOf(intro) : empty,
    resolver: zodResolver(Form, undefined, { raw: true }),
    fields,
    ...(intro && { version: intro.version }),
    send: (body, { version, idempotencyKey }) =>
      intro ? editIntro(intro.id, { ...body, version }) : createIntro(typeId, body, idempotencyKey),
    done: ({ publication }) => text.saved[publication],
    stays: intro !== null,
    onDone: (saved) => {
      queries.setQueryData(introQuery(saved.id).queryKey, saved);
      changed();
      if (!intro) navigate(paths.introType.to({ id: typeId }));
    },
  });
};

/** Read-only without the right to edit. */
export const IntroForm = (props: IntroFormProps) => {
  const mayEdit = useMay('content.edit');
  const save = useIntroForm(props);
  return (
    <SaveForm button={{ label: text.save, sending: contentText.saving }} isReadOnly={!mayEdit} save={save}>
      <fieldset className="min-w-0 space-y-6" disabled={!mayEdit}>
        <Heading />
        <Body disabled={!mayEdit} />
        <PublicationFields />
      </fieldset>
    </SaveForm>
  );
};

const Heading = () => {
  const { register, formState } = useFormContext<Values>();
  return (
    <TextField
      {...register('title')}
      autoComplete="off"
      error={formState.errors.title?.message}
      label={text.heading}
      required
    />
  );
};

const Body = ({ disabled }: { disabled: boolean }) => {
  const { field, fieldState } = useController<Values, 'html'>({ name: 'html' });
  return (
    <RichTextField
      {...field}
      disabled={disabled}
      error={fieldState.error?.message}
      label={text.html}
      required
    />
  );
};

const options = (['draft', 'published', 'scheduled'] as const).map((value) => ({
  value,
  label: text.publications[value],
}));

const PublicationFields = () => {
  const { register } = useFormContext<Values>();
  const publication = useWatch<Values, 'publication'>({ name: 'publication' });
  return (
    <div className="space-y-4">
      <RadioGroup {...register('publication')} label={text.publication} options={options} />
      {publication === 'scheduled' && <TimeField />}
    </div>
  );
};

const TimeField = () => {
  const { field, fieldState } = useController<Values, 'at'>({ name: 'at' });
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
