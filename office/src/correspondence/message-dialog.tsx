import { zodResolver } from '@hookform/resolvers/zod';
import type { OfficeClass } from '@portal/contract/office/classes';
import { audienceNames } from '@portal/contract/office/code-names';
import { MESSAGE_MAX, MessageForm } from '@portal/contract/office/correspondence';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { historyKey } from '../audit/api/keys.ts';
import { Failure } from '../forms/failure.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useSave } from '../forms/use-save.ts';
import { listKey } from '../lists/list.ts';
import { mailsText } from '../text/zh-TW/mails.ts';
import { previewMessage } from './api/preview-message.ts';
import { sendMessage } from './api/send-message.ts';
import { LetterText } from './letter-text.tsx';

const text = mailsText.message;

type Values = z.input<typeof MessageForm>;
type Message = z.output<typeof MessageForm>;
interface Previewed {
  readonly message: Message;
  readonly answer: Awaited<ReturnType<typeof previewMessage>>;
}

interface DialogProps {
  trainingClass: Pick<OfficeClass, 'id' | 'code'>;
  onClose: () => void;
}

const audienceOptions = Object.entries(audienceNames).map(([value, label]) => ({ value, label }));

/** Written, previewed as the first recipient will get it, then sent. */
export const MessageDialog = ({ trainingClass: { id, code }, onClose }: DialogProps) => {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const title = text.title(code);
  const save = useSave<Values, Message, Previewed>({
    defaultValues: { audience: 'live', subject: '', text: '' },
    resolver: zodResolver(MessageForm),
    fields: ['audience', 'subject', 'text'],
    send: async (message) => ({
      message,
      answer: await previewMessage(id, message),
    }),
    onDone: setPreviewed,
  });
  if (previewed)
    return <MessagePreview {...{ id, previewed, title, onClose }} onBack={() => setPreviewed(null)} />;
  const { register, formState } = save.form;
  const { errors } = formState;
  return (
    <FormDialog
      button={{ label: text.preview, sending: text.loading }}
      onClose={onClose}
      save={save}
      title={title}
      width="wide"
    >
      <SelectField
        {...register('audience')}
        error={errors.audience?.message}
        label={text.audience}
        options={audienceOptions}
        required
      />
      <TextField
        {...register('subject')}
        autoComplete="off"
        error={errors.subject?.message}
        label={text.subject}
        required
      />
      <TextArea
        {...register('text')}
        error={errors.text?.message}
        hint={text.textHint}
        label={text.text}
        maxLength={MESSAGE_MAX}
        required
        rows={8}
      />
    </FormDialog>
  );
};

interface MessagePreviewProps {
  id: number;
  title: string;
  previewed: Previewed;
  onBack: () => void;
  onClose: () => void;
}

const useSend = ({ id, previewed, onClose }: MessagePreviewProps) => {
  const queries = useQueryClient();
  const { keyFor } = useIdempotencyKey();
  const body = { ...previewed.message, recipients: previewed.answer.recipients };
  return useSending({
    mutationFn: () => sendMessage(id, body, keyFor(JSON.stringify(body))),
    onSuccess: ({ recipients }) => {
      void queries.invalidateQueries({ queryKey: listKey('mails') });
      void queries.invalidateQueries({ queryKey: historyKey });
      notify(text.done(recipients), 'success');
      onClose();
    },
  });
};

const MessagePreview = (props: MessagePreviewProps) => {
  const { answer } = props.previewed;
  const send = useSend(props);
  return (
    <Dialog busy={send.isPending} isForm onClose={props.onClose} open title={props.title} width="wide">
      <div className="space-y-4">
        <Recipients answer={answer} />
        <section aria-label={text.sample(answer.to)}>
          <p className="mb-2 text-ink-soft text-sm">{text.sample(answer.to)}</p>
          <LetterText parts={answer.parts} subject={answer.subject} />
        </section>
        {send.error && <Failure error={send.error} onClose={props.onBack} />}
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
    </Dialog>
  );
};

const Recipients = ({ answer }: { answer: Previewed['answer'] }) => (
  <Notice live tone="warn">
    <p className="font-semibold">{text.recipients(answer.recipients)}</p>
    {answer.unconfirmed > 0 && <p>{text.unconfirmed(answer.unconfirmed)}</p>}
    {answer.withoutAddress > 0 && <p>{text.withoutAddress(answer.withoutAddress)}</p>}
  </Notice>
);
