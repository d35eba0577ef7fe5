import { zodResolver } from '@hookform/resolvers/zod';
import {
  BankAccountForm,
  type BankAccountRow,
  createBankAccount,
  editBankAccount,
  NewBankAccountForm,
} from '@portal/contract/office/bank-accounts';
import type { Newer } from '@portal/contract/office/version';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { NewerVersion, newerOf } from '../../lists/newer-version.tsx';
import { call } from '../../platform/call.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { organizationsQuery } from '../../staff/api/organizations.ts';
import { bankAccountsText as text } from '../../text/zh-TW/bank-accounts.ts';
import { useSetBankAccounts } from './api.ts';

const detailFields = ['bankCode', 'bank', 'holder', 'number'] as const;
const newFields = ['organizationId', ...detailFields] as const;

const DetailFields = () => {
  const { register, formState } = useFormContext<BankAccountForm>();
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('bankCode')}
        autoComplete="off"
        digitsOnly
        error={errors.bankCode?.message}
        label={text.bankCode}
        required
      />
      <TextField
        {...register('bank')}
        autoComplete="off"
        error={errors.bank?.message}
        hint={text.bankHint}
        label={text.bank}
        required
      />
      <TextField
        {...register('holder')}
        autoComplete="off"
        error={errors.holder?.message}
        label={text.holder}
        required
      />
      <TextField
        {...register('number')}
        autoComplete="off"
        error={errors.number?.message}
        inputMode="numeric"
        label={text.number}
        required
      />
    </>
  );
};

const OrganizationField = () => {
  const { register, formState } = useFormContext<NewBankAccountForm>();
  const organizations = useQuery(organizationsQuery);
  return (
    <Loaded query={organizations} rowClassName="h-11" rows={1}>
      {(data) => (
        <SelectField
          {...register('organizationId', { valueAsNumber: true })}
          error={formState.errors.organizationId?.message}
          label={text.organization}
          options={data.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          required
        />
      )}
    </Loaded>
  );
};

const useNewForm = (onClose: () => void) => {
  const setAccounts = useSetBankAccounts();
  const { keyFor, forget } = useIdempotencyKey();
  const form = useForm<NewBankAccountForm>({
    defaultValues: { organizationId: Number.NaN, bankCode: '', bank: '', holder: '', number: '' },
    resolver: zodResolver(NewBankAccountForm),
    shouldFocusError: false,
  });
  const send = useSending({
    mutationFn: (body: NewBankAccountForm) =>
      call(createBankAccount, { body, idempotencyKey: keyFor(JSON.stringify(body)) }),
    onSuccess: (accounts) => {
      forget();
      setAccounts(accounts);
      notify(text.added, 'success');
      onClose();
    },
  });
  const save = (values: NewBankAccountForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, newFields, form.setError));
  return { form, save };
};

export const NewAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { form, save } = useNewForm(onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.new}>
      <FormProvider {...form}>
        <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
          <FormProblems fields={newFields} form={form} />
          <OrganizationField />
          <DetailFields />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};

interface EditProps {
  account: BankAccountRow;
  onClose: () => void;
}

const useEditForm = ({ account, onClose }: EditProps) => {
  const { id, version, bankCode, bank, holder, number } = account;
  const setAccounts = useSetBankAccounts();
  const [newer, setNewer] = useState<Newer | null>(null);
  const form = useForm<BankAccountForm>({
    defaultValues: { bankCode, bank, holder, number },
    resolver: zodResolver(BankAccountForm),
    shouldFocusError: false,
  });
  const send = useSending({
    mutationFn: (body: BankAccountForm) =>
      call(editBankAccount, { params: { id }, body: { ...body, version: newer?.version ?? version } }),
    onSuccess: (accounts) => {
      setAccounts(accounts);
      notify(text.saved, 'success');
      onClose();
    },
    onError: (error) => setNewer(newerOf(error) ?? newer),
  });
  const save = (values: BankAccountForm) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, detailFields, form.setError));
  return { form, save, newer };
};

export const EditAccountDialog = (props: EditProps) => {
  const { form, save, newer } = useEditForm(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={props.onClose} open title={text.editTitle}>
      <FormProvider {...form}>
        <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
          {newer && <NewerVersion newer={newer} />}
          <FormProblems fields={detailFields} form={form} />
          <DetailFields />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={props.onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};
