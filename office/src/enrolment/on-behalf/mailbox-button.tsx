import { zodResolver } from '@hookform/resolvers/zod';
import { MailboxForm } from '@portal/contract/office/enrolment';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { mailboxText as text } from '../../text/zh-TW/mailbox.ts';
import { setMailbox } from '../api/set-mailbox.ts';

type Values = z.input<typeof MailboxForm>;

export const MailboxButton = () => (
  <DialogButton dialog={(close) => <MailboxDialog onClose={close} />} label={text.open} />
);

const useMailboxForm = (onClose: () => void) =>
  useSave<Values, MailboxForm, { id: number }>({
    defaultValues: { number: '', birthday: '', proof: 'card', phone: '', email: '' },
    resolver: zodResolver(MailboxForm),
    fields: ({ proof }) => [
      'number',
      'birthday',
      'proof',
      ...(proof === 'phone' ? (['phone'] as const) : []),
      'email',
    ],
    send: (body) => setMailbox(body),
    done: text.done,
    onDone: onClose,
  });

const MailboxDialog = ({ onClose }: { onClose: () => void }) => {
  const save = useMailboxForm(onClose);
  const { control, register, formState } = save.form;
  const errorOf = (name: keyof Values) => formState.errors[name]?.message;
  return (
    <FormDialog
      button={{ label: text.submit, sending: text.sending }}
      onClose={onClose}
      save={save}
      title={text.title}
      width="wide"
    >
      <p>{text.lead}</p>
      <TextField
        {...register('number')}
        autoComplete="off"
        data-autofocus
        error={errorOf('number')}
        label={text.number}
        required
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
            required
            value={value}
          />
        )}
      />
      <ProofFields form={save.form} />
      <TextField
        {...register('email')}
        autoComplete="off"
        error={errorOf('email')}
        label={text.email}
        required
        type="email"
      />
    </FormDialog>
  );
};

/** How staff saw that the mailbox is the person's. */
const ProofFields = ({ form }: { form: ReturnType<typeof useMailboxForm>['form'] }) => {
  const { control, register, formState } = form;
  const { errors } = formState;
  const proof = useWatch({ control, name: 'proof' });
  return (
    <>
      <RadioGroup
        {...register('proof')}
        error={errors.proof?.message}
        label={text.proof}
        options={[
          { value: 'card', label: text.proofs.card },
          { value: 'phone', label: text.proofs.phone },
        ]}
      />
      {proof === 'phone' && (
        <TextField
          {...register('phone')}
          autoComplete="off"
          error={errors.phone?.message}
          hint={text.phoneHint}
          inputMode="tel"
          label={text.phone}
          required
        />
      )}
    </>
  );
};
