import { zodResolver } from '@hookform/resolvers/zod';
import { FRONT_NOTE_MAX, RenewalForm as RenewalSchema } from '@portal/contract/certificates';
import { firstError } from '@portal/kit/browser/call.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { useBack } from '@portal/kit/browser/use-back.ts';
import { ActionBar } from '@portal/kit/ui/action-bar.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { AlertDialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { clearDraft, readDraft } from '../platform/draft.ts';
import { paths } from '../platform/paths.ts';
import { useSavedDraft } from '../platform/use-saved-draft.ts';
import { certificatesText } from '../text/zh-TW/certificates.ts';
import { useAskRenewal } from './api/ask-renewal.ts';

const text = certificatesText.confirmation;
const NOTE_FIELD = 'front_note';

type Values = z.input<typeof RenewalSchema>;
type Output = z.output<typeof RenewalSchema>;

interface RenewalFormProps {
  code: string;
  /* The parts that the person confirms. They stand in the form, so that its buttons are in sight beside them. */
  lead: ReactNode;
  certificate: ReactNode;
  person: ReactNode;
}

export const RenewalForm = ({ code, lead, certificate, person }: RenewalFormProps) => {
  const draft = `renewal ${code}`;
  const navigate = useNavigate();
  const back = useBack(paths.certificates.to());
  const [drafted] = useState(() => readDraft(draft)?.[NOTE_FIELD] ?? '');
  const form = useForm<Values, unknown, Output>({
    defaultValues: { [NOTE_FIELD]: drafted },
    resolver: zodResolver(RenewalSchema),
  });
  const { errors } = form.formState;
  useSavedDraft(draft, form);
  const { mutateAsync, isPending, isSuccess } = useAskRenewal(code);
  const failure = errors.root?.refused ?? errors.root?.failed;

  const cancel = () => {
    clearDraft(draft);
    back();
  };
  const refuse = (refusal: unknown) => {
    // Required by the specification (§8).
    console.error(refusal);
    showRefusal(refusal, [NOTE_FIELD], form.setError);
    if (firstError(refusal, NOTE_FIELD)) form.setFocus(NOTE_FIELD);
  };
  const send = ({ front_note: note }: Output) =>
    mutateAsync(note ?? '').then(() => clearDraft(draft), refuse);

  return (
    <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(send)}>
      {lead}
      <div className="grid items-start gap-6 xl:grid-cols-[28rem_minmax(0,1fr)]">
        <div className="min-w-0 space-y-6">
          {certificate}
          <div className="print:hidden">
            <TextArea
              {...form.register(NOTE_FIELD)}
              defaultValue={drafted}
              error={errors[NOTE_FIELD]?.message}
              label={text.note}
              maxLength={FRONT_NOTE_MAX}
              placeholder={text.notePlaceholder}
            />
          </div>
        </div>
        {person}
      </div>
      <SendBar failure={failure?.message} isSending={isPending} isSent={isSuccess} onCancel={cancel} />
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

interface SendBarProps {
  failure: string | undefined;
  isSending: boolean;
  isSent: boolean;
  onCancel: () => void;
}

const SendBar = ({ failure, isSending, isSent, onCancel }: SendBarProps) => (
  <ActionBar>
    {failure && (
      <div className="basis-full">
        <Notice live tone="danger">
          <p>{failure}</p>
        </Notice>
      </div>
    )}
    <Button onClick={onCancel} variant="quiet" waits={isSending || isSent}>
      {text.cancel}
    </Button>
    <Button busy={isSending} busyLabel={text.sending} type="submit" variant="primary" waits={isSent}>
      {text.confirm}
    </Button>
  </ActionBar>
);
