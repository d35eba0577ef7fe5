import { zodResolver } from '@hookform/resolvers/zod';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { OfficeClass } from '@portal/contract/office/classes';
import {
  audienceNames,
  MESSAGE_MAX,
  MessageForm,
  previewMessage,
  sendMessage,
} from '@portal/contract/office/mails';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { historyKey } from '../audit/api.ts';
import { listKey } from '../lists/list.ts';
import { call } from '../platform/call.ts';
import { mailsText } from '../text/zh-TW/mails.ts';
import { LetterText } from './letter-text.tsx';

const text = mailsText.message;

type Values = z.input<typeof MessageForm>;
type Message = z.output<typeof MessageForm>;
type Form = UseFormReturn<Values, unknown, Message>;

interface Previewed {
  readonly message: Message;
  readonly answer: AnswerOf<typeof previewMessage>;
}

interface DialogProps {
  opening: Pick<OfficeClass, 'id' | 'code'>;
  onClose: () => void;
}

/** 寄信給學員: written, then looked at as the first of its readers will get it, then sent. */
export const MessageDialog = ({ opening, onClose }: DialogProps) => {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useForm<Values, unknown, Message>({
    defaultValues: { audience: 'live', subject: '', text: '' },
    resolver: zodResolver(MessageForm),
    shouldFocusError: false,
  });
  return (
    <Dialog
      busy={isSending || form.formState.isSubmitting}
      isForm
      onClose={onClose}
      open
      title={text.title(opening.code)}
      width="wide"
    >
      {previewed ? (
        <Preview
          id={opening.id}
          onBack={() => setPreviewed(null)}
          onSending={setSending}
          onSent={onClose}
          previewed={previewed}
        />
      ) : (
        <Writing form={form} id={opening.id} onPreviewed={setPreviewed} />
      )}
    </Dialog>
  );
};

const fields = ['audience', 'subject', 'text'] as const;
const audienceOptions = Object.entries(audienceNames).map(([value, label]) => ({ value, label }));

interface WritingProps {
  id: number;
  form: Form;
  onPreviewed: (previewed: Previewed) => void;
}

const usePreview = ({ id, form, onPreviewed }: WritingProps) => {
  const send = useSending({
    mutationFn: (body: Message) => call(previewMessage, { params: { id }, body }),
    onSuccess: (answer, message) => onPreviewed({ answer, message }),
  });
  return (message: Message) =>
    send.mutateAsync(message).then(
      () => undefined,
      (error) => showRefusal(error, fields, form.setError),
    );
};

const Writing = (props: WritingProps) => {
  const { form } = props;
  const preview = usePreview(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(preview)}>
      <FormProblems fields={fields} form={form} />
      <SelectField
        {...form.register('audience')}
        error={errors.audience?.message}
        label={text.audience}
        options={audienceOptions}
        required
      />
      <TextField
        {...form.register('subject')}
        autoComplete="off"
        error={errors.subject?.message}
        label={text.subject}
        required
      />
      <TextArea
        {...form.register('text')}
        error={errors.text?.message}
        hint={text.textHint}
        label={text.text}
        maxLength={MESSAGE_MAX}
        required
        rows={8}
      />
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <Button busy={isSubmitting} busyLabel={text.loading} type="submit" variant="primary">
        {text.preview}
      </Button>
    </form>
  );
};

interface PreviewProps {
  id: number;
  previewed: Previewed;
  onBack: () => void;
  onSent: () => void;
  onSending: (isSending: boolean) => void;
}

const useSend = ({ id, previewed, onSent, onSending }: PreviewProps) => {
  const queries = useQueryClient();
  const { keyFor } = useIdempotencyKey();
  const body = { ...previewed.message, recipients: previewed.answer.recipients };
  return useSending({
    mutationFn: () => {
      onSending(true);
      return call(sendMessage, { params: { id }, body, idempotencyKey: keyFor(JSON.stringify(body)) });
    },
    onSuccess: ({ recipients }) => {
      void queries.invalidateQueries({ queryKey: listKey('mails') });
      void queries.invalidateQueries({ queryKey: historyKey });
      notify(text.done(recipients), 'success');
      onSent();
    },
    onSettled: () => onSending(false),
  });
};

const Preview = (props: PreviewProps) => {
  const { answer } = props.previewed;
  const send = useSend(props);
  return (
    <div className="space-y-4">
      <Recipients answer={answer} />
      <section aria-label={text.sample(answer.to)}>
        <p className="mb-2 text-ink-soft text-sm">{text.sample(answer.to)}</p>
        <LetterText parts={answer.parts} subject={answer.subject} />
      </section>
      {send.error && (
        <Notice live tone="danger">
          {failureText(send.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={send.isPending}
          busyLabel={text.sending}
          data-autofocus
          onClick={() => send.mutate()}
          variant="primary"
        >
          {text.send(answer.recipients)}
        </Button>
        <Button onClick={props.onBack} waits={send.isPending}>
          {text.edit}
        </Button>
      </div>
    </div>
  );
};

const Recipients = ({ answer }: { answer: Previewed['answer'] }) => (
  <Notice live tone="warn">
    <p className="font-semibold">{text.recipients(answer.recipients)}</p>
    {answer.unconfirmed > 0 && <p>{text.unconfirmed(answer.unconfirmed)}</p>}
    {answer.withoutAddress > 0 && <p>{text.withoutAddress(answer.withoutAddress)}</p>}
  </Notice>
);
