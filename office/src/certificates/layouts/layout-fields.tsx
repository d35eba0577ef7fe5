import type { LayoutForm } from '@portal/contract/office/certificate-layouts';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Loaded } from '../../platform/loaded.tsx';
import { layoutsText as text } from '../../text/zh-TW/certificate-layouts.ts';
import { signersQuery } from '../api/get-signers.ts';
import { PictureField } from './picture-field.tsx';

const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));

export const LayoutFields = () => (
  <>
    <FormSection title={text.paperSection}>
      <PaperFields />
    </FormSection>
    <FormSection title={text.textSection}>
      <TextFields />
    </FormSection>
    <FormSection title={text.pictureSection}>
      <div className="space-y-4">
        <SignerField />
        <PictureField hint={text.logoHint} kind="logo" label={text.logo} />
        <PictureField hint={text.backgroundHint} kind="background" label={text.background} />
      </div>
    </FormSection>
  </>
);

const PaperFields = () => {
  const { register } = useFormContext<LayoutForm>();
  return (
    <div className="space-y-4">
      <RadioGroup {...register('paper')} label={text.paper} options={optionsOf(text.papers)} />
      <CardField />
      <RadioGroup {...register('languages')} label={text.languages} options={optionsOf(text.languageNames)} />
      <RadioGroup {...register('calendars')} label={text.calendars} options={optionsOf(text.calendarNames)} />
    </div>
  );
};

const CardField = () => {
  const { field } = useController<LayoutForm, 'hasCard'>({ name: 'hasCard' });
  return (
    <RadioGroup
      label={text.card}
      name={field.name}
      onChange={({ currentTarget }) => field.onChange(currentTarget.value === 'yes')}
      options={optionsOf(text.cardNames)}
      ref={field.ref}
      value={field.value ? 'yes' : 'no'}
    />
  );
};

const TextFields = () => {
  const { register, formState } = useFormContext<LayoutForm>();
  const { errors } = formState;
  const isBoth = useWatch<LayoutForm, 'languages'>({ name: 'languages' }) === 'both';
  return (
    <div className="space-y-4">
      <p className="text-ink-soft text-sm">{text.placeholders}</p>
      <TextField {...register('issuer')} error={errors.issuer?.message} label={text.issuer} required />
      {isBoth && (
        <TextField
          {...register('issuerEnglish')}
          error={errors.issuerEnglish?.message}
          label={text.issuerEnglish}
          required
        />
      )}
      <TextField {...register('title')} error={errors.title?.message} label={text.titleField} required />
      {isBoth && (
        <TextField
          {...register('titleEnglish')}
          error={errors.titleEnglish?.message}
          label={text.titleEnglish}
          required
        />
      )}
      <TextArea {...register('text')} error={errors.text?.message} label={text.text} required />
      {isBoth && (
        <TextArea
          {...register('textEnglish')}
          error={errors.textEnglish?.message}
          label={text.textEnglish}
          required
        />
      )}
    </div>
  );
};

const SignerField = () => {
  const { field, fieldState } = useController<LayoutForm, 'signerId'>({ name: 'signerId' });
  const signers = useQuery(signersQuery);
  return (
    <Loaded query={signers} rowClassName="h-11" rows={1}>
      {(all) => (
        <SelectField
          error={fieldState.error?.message}
          hint={text.signerHint}
          label={text.signer}
          name={field.name}
          onChange={({ currentTarget }) =>
            field.onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
          }
          options={all
            .filter(({ id, isClosed }) => !isClosed || id === field.value)
            .map(({ id, name, title, organization }) => ({
              value: `${id}`,
              label: [organization?.name, title, name].filter(Boolean).join(' '),
            }))}
          placeholder={text.anySigner}
          ref={field.ref}
          value={field.value === null ? '' : `${field.value}`}
        />
      )}
    </Loaded>
  );
};
