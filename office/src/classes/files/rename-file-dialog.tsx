import { zodResolver } from '@hookform/resolvers/zod';
import { type Attachment, AttachmentNameForm, type Attachments } from '@portal/contract/office/classes';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { attachmentsText } from '../../text/zh-TW/attachments.ts';
import { renameAttachment } from '../api/rename-attachment.ts';
import { useSetAttachments } from './use-attachments-changed.ts';

const text = attachmentsText.rename;

interface RenameFileDialogProps {
  classId: number;
  attachment: Attachment;
  onClose: () => void;
}

export const RenameFileDialog = ({ classId, attachment, onClose }: RenameFileDialogProps) => {
  const { id, name, extension } = attachment;
  const setAttachments = useSetAttachments(classId);
  const save = useSave<{ name: string }, { name: string }, Attachments>({
    defaultValues: { name },
    resolver: zodResolver(AttachmentNameForm),
    fields: ['name'],
    send: (body) => renameAttachment(classId, id, body),
    done: text.done,
    onDone: (answer) => {
      setAttachments(answer);
      onClose();
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label: text.open }} onClose={onClose} save={save} title={text.title}>
      <TextField
        {...register('name')}
        autoComplete="off"
        data-autofocus
        error={formState.errors.name?.message}
        hint={text.hint(extension)}
        label={text.field}
        required
      />
    </FormDialog>
  );
};
