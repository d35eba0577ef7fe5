import { zodResolver } from '@hookform/resolvers/zod';
import { today } from '@portal/contract/dates';
import type { Input } from '@portal/contract/endpoint';
import { requestKindNames } from '@portal/contract/office/code-names';
import { PRIVACY_TEXT_MAX, RequestForm, requestKinds } from '@portal/contract/office/privacy';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { Controller, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { privacyText } from '../../text/zh-TW/privacy.ts';
import { recordRequest } from '../api/record-request.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';

const text = privacyText.record;

type Values = Input<typeof RequestForm>;

const useRequestForm = () => {
  const navigate = useNavigate();
  const changed = usePrivacyChanged();
  return useSave<Values, RequestForm, { id: number }>({
    defaultValues: { number: '', requestedOn: today(new Date()), note: '' },
    resolver: zodResolver(RequestForm),
    fields: ['number', 'kind', 'requestedOn', 'note'],
    send: (form, { idempotencyKey }) => recordRequest(form, idempotencyKey),
    done: text.done,
    onDone: ({ id }) => {
      changed();
      navigate(paths.privacyRequest.to({ id }));
    },
  });
};

export const NewRequestPage = () => {
  const navigate = useNavigate();
  return (
    <Page
      lead={text.lead}
      title={text.title}
      under={[{ label: privacyText.title, to: paths.privacy.to() }]}
      width="narrow"
    >
      <SaveForm
        button={{ label: text.open }}
        onCancel={() => navigate(paths.privacy.to())}
        save={useRequestForm()}
      >
        <Fields />
      </SaveForm>
    </Page>
  );
};

const kinds = requestKinds.map((value) => ({ value, label: requestKindNames[value] }));

const Fields = () => {
  const { register, control, formState } = useFormContext<Values>();
  const { errors } = formState;
  return (
    <div className="space-y-6">
      <TextField
        {...register('number')}
        autoComplete="off"
        error={errors.number?.message}
        hint={text.numberHint}
        label={text.number}
        required
      />
      <RadioGroup
        {...register('kind')}
        error={errors.kind?.message}
        label={text.kind}
        options={kinds}
        required
      />
      <Controller
        control={control}
        name="requestedOn"
        render={({ field, fieldState }) => (
          <DateField
            {...field}
            error={fieldState.error?.message}
            hint={text.requestedOnHint}
            label={text.requestedOn}
            required
          />
        )}
      />
      <TextArea
        {...register('note')}
        error={errors.note?.message}
        hint={text.noteHint}
        label={text.note}
        maxLength={PRIVACY_TEXT_MAX}
        rows={4}
      />
    </div>
  );
};
