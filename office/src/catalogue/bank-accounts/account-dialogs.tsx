import { zodResolver } from '@hookform/resolvers/zod';
import { BankAccountForm, type BankAccountRow, NewBankAccountForm } from '@portal/contract/office/catalogue';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { bankAccountsText as text } from '../../text/zh-TW/bank-accounts.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { createBankAccount } from '../api/create-bank-account.ts';
import { editBankAccount } from '../api/edit-bank-account.ts';
import { useSetBankAccounts } from '../api/get-bank-accounts.ts';
import { organizationsQuery } from '../api/get-organizations.ts';

const detailFields = ['bankCode', 'bank', 'holder', 'number'] as const;
const newFields = ['organizationId', ...detailFields] as const;

const AccountDetailFields = () => {
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

const AccountOrganizationField = () => {
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

export const NewAccountDialog = ({ onClose }: { onClose: () => void }) => {
  const setAccounts = useSetBankAccounts();
  const save = useSave<NewBankAccountForm, NewBankAccountForm, BankAccountRow[]>({
    defaultValues: { bankCode: '', bank: '', holder: '', number: '' },
    resolver: zodResolver(NewBankAccountForm),
    fields: newFields,
    send: (body, { idempotencyKey }) => createBankAccount(body, idempotencyKey),
    done: text.added,
    onDone: (accounts) => {
      setAccounts(accounts);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: text.new }} onClose={onClose} save={save} title={text.new}>
      <AccountOrganizationField />
      <AccountDetailFields />
    </FormDialog>
  );
};

interface EditProps {
  account: BankAccountRow;
  onClose: () => void;
}

export const EditAccountDialog = ({ account, onClose }: EditProps) => {
  const { id, version, bankCode, bank, holder, number } = account;
  const setAccounts = useSetBankAccounts();
  const save = useSave<BankAccountForm, BankAccountForm, BankAccountRow[]>({
    defaultValues: { bankCode, bank, holder, number },
    resolver: zodResolver(BankAccountForm),
    fields: detailFields,
    version,
    send: (body, seen) => editBankAccount(id, { ...body, version: seen.version }),
    done: text.saved,
    onDone: (accounts) => {
      setAccounts(accounts);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.editTitle}>
      <AccountDetailFields />
    </FormDialog>
  );
};
