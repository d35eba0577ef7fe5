import type { Country } from '@portal/contract/country';
import type { Group } from '@portal/contract/groups';
import { notify } from '@portal/kit/browser/notices.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { PasswordField, RadioGroup, TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { type SubmitEvent, useId, useState } from 'react';
import { likelierKind } from '../accounts/login-kind.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { useAdmitMember } from './api/admit-member.ts';
import { FailureDialog } from './failure-dialog.tsx';

const text = groupsText.admitMember;

interface TypedMember {
  readonly country: Country;
  readonly account: string;
}

const nothingTyped: TypedMember = { country: 'local', account: '' };

const hintAbout = (failure: Error | null, { account, country }: TypedMember): string | undefined => {
  const likelier = likelierKind(account, country);
  if (likelier) return text.looksLike[likelier];
  const isWrong = refusalCode(failure) === 'member_credentials_wrong';
  return isWrong ? text.noAccount : undefined;
};

export const AdmitMember = ({ group }: { group: Group }) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(nothingTyped);
  const [failure, setFailure] = useState<Error | null>(null);
  const close = (kept: TypedMember) => {
    setOpen(false);
    setTyped(kept);
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {groupsText.management.add}
      </Button>
      {isOpen && (
        <AdmitMemberDialog
          group={group}
          onAdded={() => {
            close(nothingTyped);
            notify(groupsText.management.added, 'success');
          }}
          onClose={() => close(nothingTyped)}
          onRefused={(kept, error) => {
            close(kept);
            setFailure(error);
          }}
          typed={typed}
        />
      )}
      <FailureDialog
        error={failure}
        hint={hintAbout(failure, typed)}
        lost={groupsText.management.lostAddition}
        next={{
          label: text.again,
          onChoose: () => {
            setFailure(null);
            setOpen(true);
          },
        }}
        onClose={() => setFailure(null)}
      />
    </>
  );
};

interface AdmitMemberDialogProps {
  group: Group;
  typed: TypedMember;
  onClose: () => void;
  onAdded: () => void;
  onRefused: (typed: TypedMember, error: Error) => void;
}

const countries = [
  { value: 'local', label: text.local },
  { value: 'foreign', label: text.foreign },
];

/** Shows the server's texts (specification §5). */
const AdmitMemberDialog = ({ group, typed, onClose, onAdded, onRefused }: AdmitMemberDialogProps) => {
  const formId = useId();
  const [country, setCountry] = useState(typed.country);
  const { mutate, isPending } = useAdmitMember(group.code);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = `${form.get('account')}`;
    mutate(
      { account, password: `${form.get('password')}`, country },
      {
        onSuccess: onAdded,
        onError: (error) => onRefused({ country, account }, error),
      },
    );
  };

  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet" waits={isPending}>
            {groupsText.cancel}
          </Button>
          <Button
            busy={isPending}
            busyLabel={groupsText.sending}
            form={formId}
            type="submit"
            variant="primary"
          >
            {text.add}
          </Button>
        </>
      }
      busy={isPending}
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <form autoComplete="off" className="space-y-4" id={formId} method="post" noValidate onSubmit={submit}>
        <AdmissionNotice />
        <Rows rows={[{ term: text.group, value: group.name }]} />
        <RadioGroup
          label={text.kind}
          name="country"
          onChange={(event) => setCountry(event.currentTarget.value as Country)}
          options={countries}
          value={country}
        />
        <AccountFields country={country} typed={typed.account} />
      </form>
    </Dialog>
  );
};

const AdmissionNotice = () => (
  <Notice>
    <p>{text.hint}</p>
    <p>{text.noAccount}</p>
    <p>{text.certificates}</p>
  </Notice>
);

interface AccountFieldsProps {
  typed: string;
  country: Country;
}

/** Prevents the browser from filling in the manager's data. */
const AccountFields = ({ typed, country }: AccountFieldsProps) => (
  <>
    <TextField
      autoComplete="off"
      data-autofocus={typed === '' || undefined}
      defaultValue={typed}
      label={country === 'local' ? text.idNumber : text.passportNo}
      name="account"
      required
      upperCase
    />
    <PasswordField
      autoComplete="new-password"
      data-autofocus={typed !== '' || undefined}
      label={text.password}
      name="password"
      required
    />
  </>
);
