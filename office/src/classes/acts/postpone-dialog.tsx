import { type OfficeClass, PostponeForm, postponeClass } from '@portal/contract/office/classes';
import type { Newer } from '@portal/contract/office/version';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewerVersion, newerOf } from '../../lists/newer-version.tsx';
import { call } from '../../platform/call.ts';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { useClassChanged } from '../api.ts';
import { errorsOf } from '../form/class-resolver.ts';
import { NEW_SESSION, type SessionValues, sessionInput, sessionValues } from '../form/class-values.ts';
import { SessionsFields } from '../form/sessions-fields.tsx';

const text = classActsText.postpone;

interface PostponeValues {
  sessions: SessionValues[];
  message: string;
  freeDays: string;
}

const bodyOf = ({ sessions, message, freeDays }: PostponeValues, version: number) => ({
  sessions: sessions.map(sessionInput),
  message,
  freeDays: /^[0-9]{1,3}$/.test(freeDays) ? Number(freeDays) : Number.NaN,
  version,
});

const fieldNames = (sessions: number) =>
  [
    ...[...Array(sessions).keys()].flatMap(
      (at) => [`sessions.${at}.date`, `sessions.${at}.from`, `sessions.${at}.to`] as const,
    ),
    'sessions',
    'message',
    'freeDays',
  ] as const;

interface DialogProps {
  opening: OfficeClass;
  onClose: () => void;
}

/** 延期: other sessions and a message to everybody who holds a seat. */
export const PostponeDialog = ({ opening, onClose }: DialogProps) => {
  const { form, save, newer } = usePostponeForm(opening, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(opening.code)} width="wide">
      <FormProvider {...form}>
        <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
          {newer && <NewerVersion newer={newer} />}
          <p>{text.lead(opening.number)}</p>
          <FormProblems fields={fieldNames(form.getValues('sessions').length)} form={form} />
          <SessionsFields places={false} />
          <TextArea
            {...form.register('message')}
            error={errors.message?.message}
            label={text.message}
            maxLength={1000}
            required
            rows={3}
          />
          <TextField
            {...form.register('freeDays')}
            className="sm:w-64"
            digitsOnly
            error={errors.freeDays?.message}
            hint={text.freeHint}
            label={text.freeDays}
            required
            unit={text.days}
          />
          <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
        </form>
      </FormProvider>
    </Dialog>
  );
};

const usePostponeForm = (opening: OfficeClass, onDone: () => void) => {
  const [newer, setNewer] = useState<Newer | null>(null);
  const [first] = useState(opening);
  const changed = useClassChanged();
  const send = useSending({
    mutationFn: (values: PostponeValues) =>
      call(postponeClass, {
        params: { id: first.id },
        body: bodyOf(values, newer?.version ?? first.version),
      }),
    onSuccess: (after) => {
      changed(after);
      notify(text.done, 'success');
      onDone();
    },
  });
  const sessions = first.sessions.length > 0 ? sessionValues(first.sessions) : [NEW_SESSION];
  const form = useForm<PostponeValues>({
    defaultValues: { sessions, message: '', freeDays: '7' },
    resolver: (values) => {
      const { error } = z.safeParse(PostponeForm, bodyOf(values, 0));
      return error ? { values: {}, errors: errorsOf<PostponeValues>(error.issues) } : { values, errors: {} };
    },
    shouldFocusError: false,
  });
  const save = (values: PostponeValues) =>
    send.mutateAsync(values).then(
      () => undefined,
      (error) => {
        setNewer(newerOf(error) ?? newer);
        showRefusal(error, fieldNames(values.sessions.length), form.setError);
      },
    );
  return { form, save, newer };
};
