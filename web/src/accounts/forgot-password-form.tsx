import { today } from '@portal/contract/dates';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { refusalCode } from '@portal/kit/browser/refusal-code.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { clearDraft, keepDraft, readDraft } from '../platform/draft.ts';
import { paths } from '../platform/paths.ts';
import { forgottenText as text } from '../text/zh-TW/forgotten-password.ts';
import { useForget } from './api/forget.ts';

const DRAFT = 'forgotten';

interface IdentityFieldsProps {
  accountRef: RefObject<HTMLInputElement | null>;
  date: string;
  onDate: (date: string) => void;
}

const IdentityFields = ({ accountRef, date, onDate }: IdentityFieldsProps) => {
  // The birth date is half of the proof of identity, so it is not stored.
  const [drafted] = useState(() => readDraft(DRAFT)?.account);
  return (
    <>
      <TextField
        autoComplete="username"
        defaultValue={drafted}
        hint={text.accountHint}
        label={text.account}
        name="account"
        onChange={({ currentTarget }) => keepDraft(DRAFT, { account: currentTarget.value })}
        ref={accountRef}
        required
        upperCase
      />
      <DateField
        hint={text.birthdayHint}
        label={text.birthday}
        max={today(new Date())}
        name="date"
        onChange={onDate}
        required
        value={date}
      />
    </>
  );
};

const failuresOf = (error: Error): readonly string[] =>
  refusalCode(error) === 'reset_mismatch' ? [...failureTexts(error), text.mismatchNext] : failureTexts(error);

/** Shows the server's texts (specification §5). */
export const ForgotPasswordForm = () => {
  const navigate = useNavigate();
  const back = useBack(paths.home.to());
  const [date, setDate] = useState('');
  const [failures, setFailures] = useState<readonly string[]>([]);
  const { mutate, isPending, isSuccess } = useForget();
  const account = useRef<HTMLInputElement>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate(
      { account: `${form.get('account')}`, date },
      { onSuccess: () => clearDraft(DRAFT), onError: (error) => setFailures(failuresOf(error)) },
    );
  };

  const cancel = () => {
    clearDraft(DRAFT);
    back();
  };

  // The dialog gives the focus back to the button first.
  const closeFailure = () => {
    setFailures([]);
    setTimeout(() => account.current?.select());
  };

  return (
    <form className="space-y-4" method="post" noValidate onSubmit={submit}>
      <p className="text-ink-soft">{text.lead}</p>
      <IdentityFields accountRef={account} date={date} onDate={setDate} />
      {/* Red, as specified (§2), but no box: nothing has gone wrong. */}
      <p className="text-danger-700">{text.oldSystem}</p>
      <FormEnd isSending={isPending} onCancel={cancel} />
      <AlertDialog
        kind="error"
        onClose={closeFailure}
        open={failures.length > 0}
        text={failures}
        title={text.failed}
      />
      <AlertDialog
        kind="success"
        onClose={() => navigate(paths.home.to())}
        open={isSuccess}
        text={text.mailed}
        title={text.done}
      />
    </form>
  );
};
