import { zodResolver } from '@hookform/resolvers/zod';
import { money } from '@portal/contract/money';
import {
  CallOffForm,
  callOffClass,
  callOffReasonNames,
  type OfficeClass,
} from '@portal/contract/office/classes';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { call } from '../../platform/call.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { effectQuery, useClassChanged } from '../api.ts';

const text = classActsText.callOff;

type Values = z.input<typeof CallOffForm>;
type Checked = z.output<typeof CallOffForm>;

interface DialogProps {
  opening: OfficeClass;
  onClose: () => void;
}

/** 停開, with what it will do. */
export const CallOffDialog = ({ opening, onClose }: DialogProps) => {
  const { form, save } = useCallOffForm(opening.id, onClose);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(opening.code)}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <Effect id={opening.id} />
        <FormProblems fields={['reason', 'text']} form={form} />
        <SelectField
          {...form.register('reason')}
          error={errors.reason?.message}
          label={text.reason}
          options={Object.entries(callOffReasonNames).map(([value, label]) => ({ value, label }))}
          required
        />
        <TextArea
          {...form.register('text')}
          error={errors.text?.message}
          hint={text.textHint}
          label={text.text}
          maxLength={500}
          required
          rows={3}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};

const Effect = ({ id }: { id: number }) => {
  const query = useQuery(effectQuery(id));
  return (
    <Loaded query={query} rows={1}>
      {(data) => (
        <Notice live tone="warn">
          <p>{text.effect(data.people)}</p>
          {data.refunds > 0 && <p>{text.refunds(data.refunds, money(data.amount))}</p>}
          <p>{text.lasting}</p>
        </Notice>
      )}
    </Loaded>
  );
};

const useCallOffForm = (id: number, onDone: () => void) => {
  const changed = useClassChanged();
  const send = useSending({
    mutationFn: (body: Checked) => call(callOffClass, { params: { id }, body }),
    onSuccess: (after) => {
      changed(after);
      notify(text.done, 'success');
      onDone();
    },
  });
  const form = useForm<Values, unknown, Checked>({
    defaultValues: { text: '' },
    resolver: zodResolver(CallOffForm),
    shouldFocusError: false,
  });
  const save = (values: Checked) =>
    send.mutateAsync(values).then(
      () => undefined,
      (error) => showRefusal(error, ['reason', 'text'], form.setError),
    );
  return { form, save };
};
