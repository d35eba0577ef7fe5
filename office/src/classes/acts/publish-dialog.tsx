import { readable } from '@portal/contract/dates';
import { type OfficeClass, publishClass } from '@portal/contract/office/classes';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { Controller, useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { useClassChanged } from '../api.ts';
import { MomentField } from '../form/moment-field.tsx';

const text = classActsText.publish;

interface PublishValues {
  when: 'now' | 'later';
  at: string;
}

interface DialogProps {
  opening: OfficeClass;
  onClose: () => void;
}

const lacksOf = ({ fee, bankAccount, html, personalAllow, groupAllow }: OfficeClass): string[] => [
  ...(fee > 0 && bankAccount === null ? [text.noBank] : []),
  ...(html === '' ? [text.noHtml] : []),
  ...(personalAllow || groupAllow ? [] : [text.noWay]),
];

/** 發布, now or at a time. */
export const PublishDialog = ({ opening, onClose }: DialogProps) => {
  const { form, save } = usePublishForm(opening.id, onClose);
  const { errors, isSubmitting } = form.formState;
  const lacks = lacksOf(opening);
  return (
    <Dialog busy={isSubmitting} isForm onClose={onClose} open title={text.title(opening.code)}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <p>{text.lead}</p>
        {lacks.length > 0 && (
          <Notice tone="warn" title={text.lacks}>
            <ul className="list-disc ps-6">
              {lacks.map((lack) => (
                <li key={lack}>{lack}</li>
              ))}
            </ul>
          </Notice>
        )}
        <FormProblems fields={['at']} form={form} />
        <RadioGroup
          {...form.register('when')}
          label={text.when}
          options={[
            { value: 'now', label: text.now },
            { value: 'later', label: text.later },
          ]}
        />
        {form.watch('when') === 'later' && (
          <Controller
            control={form.control}
            name="at"
            render={({ field: { value, onChange } }) => (
              <MomentField
                error={errors.at?.message}
                label={text.at}
                name="at"
                onChange={onChange}
                usual="09:00"
                value={value}
              />
            )}
          />
        )}
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
};

const usePublishForm = (id: number, onDone: () => void) => {
  const changed = useClassChanged();
  const send = useSending({
    mutationFn: ({ when, at }: PublishValues) =>
      call(publishClass, { params: { id }, body: { at: when === 'later' ? at : null } }),
    onSuccess: (after) => {
      changed(after);
      notify(after.publishAt ? text.scheduled(readable(after.publishAt)) : text.done, 'success');
      onDone();
    },
  });
  const form = useForm<PublishValues>({
    defaultValues: { when: 'now', at: '' },
    shouldFocusError: false,
  });
  const save = (values: PublishValues) =>
    send.mutateAsync(values).then(
      () => undefined,
      (error) => showRefusal(error, ['at'], form.setError),
    );
  return { form, save };
};
