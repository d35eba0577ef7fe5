import { zodResolver } from '@hookform/resolvers/zod';
import { type Attachment, renameAttachment } from '@portal/contract/office/attachments';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { attachmentsText } from '../../text/zh-TW/attachments.ts';
import { useSetAttachments } from './api.ts';

const text = attachmentsText.rename;

interface RenameDialogProps {
  classId: number;
  attachment: Attachment;
  onClose: () => void;
}

const useRenameForm = ({ classId, attachment: { id, name }, onClose }: RenameDialogProps) => {
  const setAttachments = useSetAttachments(classId);
  const form = useForm({
    defaultValues: { name },
    resolver: zodResolver(renameAttachment.body),
    shouldFocusError: false,
  });
  const send = useSending({
    mutationFn: (body: { name: string }) =>
      call(renameAttachment, { params: { id: classId, attachment: id }, body }),
    onSuccess: (answer) => {
      setAttachments(answer);
      notify(text.done, 'success');
      onClose();
    },
  });
  const save = (values: { name: string }) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['name'], form.setError));
  return { form, save };
};

export const RenameDialog = (props: RenameDialogProps) => {
  const { form, save } = useRenameForm(props);
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog busy={isSubmitting} isForm onClose={props.onClose} open title={text.title}>
      <form className="space-y-4" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={['name']} form={form} />
        <TextField
          {...form.register('name')}
          autoComplete="off"
          data-autofocus
          error={errors.name?.message}
          hint={text.hint(props.attachment.extension)}
          label={text.field}
          required
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={props.onClose} />
      </form>
    </Dialog>
  );
};
