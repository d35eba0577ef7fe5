import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { RichTextField } from '../../rich-text/rich-text-field.tsx';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';
import { choicesQuery } from '../api/get-class-choices.ts';
import type { ClassValues } from './class-values.ts';
import { MomentField } from './moment-field.tsx';
import { SessionsFields } from './sessions-fields.tsx';

type TextName = Exclude<keyof ClassValues, 'sessions' | 'ways' | 'instructorIds' | 'series'>;

interface PlainProps {
  name: TextName;
  hint?: string;
  required?: boolean;
  unit?: string;
  digits?: boolean;
  className?: string;
}

export const PlainField = ({ name, digits = false, ...rest }: PlainProps) => {
  const { register, formState } = useFormContext<ClassValues>();
  return (
    <TextField
      {...register(name)}
      {...rest}
      autoComplete="off"
      digitsOnly={digits}
      error={formState.errors[name]?.message}
      label={text.fields[name]}
    />
  );
};

const grid = 'grid items-start gap-4 sm:grid-cols-2';

interface ClassFieldsProps {
  organizationId: number;
  isCodeFree: boolean;
  afterCode?: ReactNode;
  afterPlace?: ReactNode;
}

export const ClassFields = ({ organizationId, isCodeFree, afterCode, afterPlace }: ClassFieldsProps) => (
  <>
    <FormSection title={text.parts.time}>
      <div className="space-y-4">
        <div className={grid}>
          {isCodeFree ? <PlainField hint={text.codeHint} name="code" required /> : <FixedCode />}
          {afterCode}
        </div>
        <SessionsFields />
        <PlainField name="place" required />
        {afterPlace}
        <Teachers organizationId={organizationId} />
        <PlainField className="sm:w-64" digits hint={text.hoursHint} name="hours" unit={text.hoursUnit} />
      </div>
    </FormSection>
    <FormSection title={text.parts.enrolment}>
      <div className="space-y-4">
        <div className={grid}>
          <PlainField digits name="limitNumber" required unit={text.people} />
          <PlainField digits hint={text.minimumHint} name="minimumNumber" unit={text.people} />
        </div>
        <EnrolmentWays />
        <PlainField className="sm:w-64" hint={text.groupHint} name="groupCode" />
        <EnrolmentMoment name="applyFrom" usual="09:00" />
        <EnrolmentMoment name="applyUntil" usual="17:00" />
      </div>
    </FormSection>
    <FormSection title={text.parts.payment}>
      <div className={grid}>
        <PlainField digits name="fee" required unit={text.money} />
        <PlainField digits hint={text.paymentDaysHint} name="paymentDays" required unit={text.days} />
        <BankAccount organizationId={organizationId} />
      </div>
    </FormSection>
    <FormSection title={text.parts.contact}>
      <div className={grid}>
        <PlainField name="contactName" required />
        <PlainField name="contactPhone" required />
      </div>
    </FormSection>
    <FormSection title={text.parts.texts}>
      <div className="space-y-4">
        <ClassRichField name="html" />
        <ClassRichField hint={text.paidHint} name="paidHtml" />
        <ClassRichField hint={text.paidHint} name="info" />
        <StaffNote />
      </div>
    </FormSection>
  </>
);

const FixedCode = () => {
  const { getValues } = useFormContext<ClassValues>();
  return (
    <div>
      <p className="font-semibold">{text.fields.code}</p>
      <p className="py-2">{getValues('code')}</p>
    </div>
  );
};

const EnrolmentWays = () => {
  const { control, formState } = useFormContext<ClassValues>();
  return (
    <Controller
      control={control}
      name="ways"
      render={({ field: { name, value, onChange } }) => (
        <CheckboxGroup
          error={formState.errors.ways?.message}
          label={text.ways}
          name={name}
          onChange={onChange}
          options={text.wayOptions}
          value={value}
        />
      )}
    />
  );
};

const EnrolmentMoment = ({ name, usual }: { name: 'applyFrom' | 'applyUntil'; usual: string }) => {
  const { control, formState } = useFormContext<ClassValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <MomentField
          error={formState.errors[name]?.message}
          label={text.fields[name]}
          name={name}
          onChange={onChange}
          usual={usual}
          value={value}
        />
      )}
    />
  );
};

const Teachers = ({ organizationId }: { organizationId: number }) => {
  const { control, formState, getValues } = useFormContext<ClassValues>();
  const { data } = useQuery(choicesQuery(organizationId));
  const [first] = useState(() => getValues('instructorIds'));
  const known = data?.instructors ?? [];
  const gone = first.filter((id) => data && !known.some((each) => `${each.id}` === id));
  const options = [
    ...known.map(({ id, name }) => ({ value: `${id}`, label: name })),
    ...gone.map((id) => ({ value: id, label: text.formerInstructor })),
  ];
  return (
    <Controller
      control={control}
      name="instructorIds"
      render={({ field: { name, value, onChange } }) => (
        <CheckboxGroup
          error={formState.errors.instructorIds?.message}
          hint={data && options.length === 0 ? text.noInstructors : text.instructorsHint}
          label={text.instructors}
          name={name}
          onChange={onChange}
          options={options}
          value={value}
        />
      )}
    />
  );
};

const BankAccount = ({ organizationId }: { organizationId: number }) => {
  const { register, formState } = useFormContext<ClassValues>();
  const { data } = useQuery(choicesQuery(organizationId));
  const options = (data?.bankAccounts ?? []).map(({ id, bank, number }) => ({
    value: `${id}`,
    label: `${bank} ${number}`,
  }));
  // A select shows its value only once its options are there.
  return (
    <SelectField
      {...register('bankAccountId')}
      className="sm:col-span-2"
      error={formState.errors.bankAccountId?.message}
      key={data ? 'loaded' : 'loading'}
      label={text.fields.bankAccountId}
      options={options}
      placeholder={text.noBankAccount}
    />
  );
};

const ClassRichField = ({ name, hint }: { name: 'html' | 'paidHtml' | 'info'; hint?: string }) => {
  const { control, formState } = useFormContext<ClassValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <RichTextField
          error={formState.errors[name]?.message}
          hint={hint}
          label={text.fields[name]}
          name={name}
          onBlur={onBlur}
          onChange={onChange}
          ref={ref}
          value={value}
        />
      )}
    />
  );
};

const StaffNote = () => {
  const { register, formState } = useFormContext<ClassValues>();
  return (
    <TextArea
      {...register('staffNote')}
      error={formState.errors.staffNote?.message}
      hint={text.staffNoteHint}
      label={text.fields.staffNote}
      maxLength={2000}
      rows={3}
    />
  );
};
