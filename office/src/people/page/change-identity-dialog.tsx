import { zodResolver } from '@hookform/resolvers/zod';
import type { AnswerOf } from '@portal/contract/endpoint';
import {
  type changeIdentity as endpoint,
  IdentityChangeForm,
  PERSON_REASON_MAX,
  type PersonDetail,
} from '@portal/contract/office/people';
import { notify } from '@portal/kit/browser/notices.ts';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { FileField } from '../../forms/file-field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { personActsText } from '../../text/zh-TW/person-acts.ts';
import { changeIdentity } from '../api/change-identity.ts';
import { usePersonChanged } from './use-person-changed.ts';

const text = personActsText.identity;

const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

interface Values extends Omit<z.input<typeof IdentityChangeForm>, 'version'> {
  file: File | null;
}

const sentFields = ({ file: _, ...fields }: Values) => fields;

/** The rules of the call, and the file. */
const IdentityRules = z.custom<Values>().check(
  z.check<Values>(({ value, issues }) => {
    const { error } = z.safeParse(IdentityChangeForm, { ...sentFields(value), version: 0 });
    for (const { path, message } of error?.issues ?? [])
      issues.push({ code: 'custom', path, message, input: value });
    if (!value.file) issues.push({ code: 'custom', path: ['file'], message: text.fileMissing, input: value });
  }),
);

interface ChangeIdentityProps {
  person: PersonDetail;
  onClose: () => void;
}

const useIdentityForm = ({ person: { id, version: seen }, onClose }: ChangeIdentityProps) => {
  const changed = usePersonChanged();
  return useSave<Values, Values, AnswerOf<typeof endpoint>>({
    defaultValues: { chinese_name: '', number: '', birthday: '', reason: '', file: null },
    resolver: zodResolver(IdentityRules),
    fields: ['chinese_name', 'number', 'birthday', 'reason', 'file'],
    version: seen,
    send: async (values, { version, idempotencyKey }) => {
      if (!values.file) throw new Error('the rules want a file');
      return changeIdentity({
        id,
        fields: { ...sentFields(values), version },
        file: values.file,
        idempotencyKey,
      });
    },
    onDone: ({ person, certificates }) => {
      onClose();
      changed(person);
      notify(text.done(certificates), 'success');
    },
  });
};

export const ChangeIdentityDialog = (props: ChangeIdentityProps) => {
  const save = useIdentityForm(props);
  const { control, register, formState, watch } = save.form;
  const errorOf = (name: keyof Values) => formState.errors[name]?.message;
  return (
    <FormDialog
      button={{ label: text.submit, sending: text.sending }}
      onClose={props.onClose}
      save={save}
      title={text.open}
      width="wide"
    >
      <p>{text.lead}</p>
      <TextField
        {...register('chinese_name')}
        autoComplete="off"
        data-autofocus
        error={errorOf('chinese_name')}
        label={text.name}
      />
      <TextField
        {...register('number')}
        autoComplete="off"
        error={errorOf('number')}
        label={text.number}
        upperCase
      />
      <Controller
        control={control}
        name="birthday"
        render={({ field: { name, value, onBlur, onChange } }) => (
          <DateField
            error={errorOf('birthday')}
            label={text.birthday}
            name={name}
            onBlur={onBlur}
            onChange={onChange}
            value={value ?? ''}
          />
        )}
      />
      <TextArea
        {...register('reason')}
        error={errorOf('reason')}
        label={personActsText.reason}
        maxLength={PERSON_REASON_MAX}
        required
        rows={2}
        value={watch('reason')}
      />
      <FileField accept={ACCEPTED} hint={text.fileHint} label={text.file} />
    </FormDialog>
  );
};
