import { FRONT_NOTE_MAX, RenewalForm as RenewalSchema } from '@portal/contract/certificates';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { focusField } from '@portal/kit/ui/focus-field.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { clearDraft, keepDraft, readDraft } from '../platform/draft.ts';
import { paths } from '../platform/paths.ts';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { useAskRenewal } from './api/ask-renewal.ts';

const text = certificatesText.confirmation;
const NOTE = 'front_note';

/** Kept across a reload and an ended session until it is sent. */
const useNote = (form: string) => {
  const [note, setNote] = useState(() => readDraft(form)?.[NOTE] ?? '');
  const type = (typed: string) => {
    setNote(typed);
    keepDraft(form, { [NOTE]: typed });
  };
  return [note, type] as const;
};

const faultOf = (note: string): string | undefined =>
  RenewalSchema.safeParse({ [NOTE]: note }).error?.issues[0]?.message;

export const RenewalForm = ({ code }: { code: string }) => {
  const form = `renewal ${code}`;
  const navigate = useNavigate();
  const back = useBack(paths.certificates.to());
  const [note, setNote] = useNote(form);
  const [fault, setFault] = useState<string>();
  const { mutate, isPending, isSuccess, error } = useAskRenewal(code);

  const refuse = (sentence: string | undefined) => {
    setFault(sentence);
    if (sentence !== undefined) focusField(NOTE);
    return sentence !== undefined;
  };
  const cancel = () => {
    clearDraft(form);
    back();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSuccess || refuse(faultOf(note))) return;
    mutate(note, {
      onSuccess: () => clearDraft(form),
      onError: (refusal) => {
        // Required by the specification (§8).
        console.error(refusal);
        refuse(firstError(refusal, NOTE));
      },
    });
  };

  return (
    <form className="space-y-6 print:hidden" noValidate onSubmit={submit}>
      <TextArea
        error={fault}
        label={text.note}
        maxLength={FRONT_NOTE_MAX}
        name={NOTE}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        placeholder={text.notePlaceholder}
        value={note}
      />
      {error && !firstError(error, NOTE) && (
        <Notice live tone="danger">
          <p>{firstError(error, 'Cert') ?? failureText(error)}</p>
        </Notice>
      )}
      <ActionBar>
        <Button onClick={cancel} variant="quiet" waits={isPending || isSuccess}>
          {text.cancel}
        </Button>
        <Button busy={isPending} busyLabel={text.sending} type="submit" variant="primary" waits={isSuccess}>
          {text.confirm}
        </Button>
      </ActionBar>
      <AlertDialog
        kind="success"
        onClose={() => navigate(paths.certificates.to(), { replace: true })}
        open={isSuccess}
        text={text.sent}
        title={text.done}
      />
    </form>
  );
};
