import { zodResolver } from '@hookform/resolvers/zod';
import { IntroTypeForm, type IntroTypeRow } from '@portal/contract/office/content';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { createIntroType } from '../api/create-intro-type.ts';
import { editIntroType } from '../api/edit-intro-type.ts';
import { useSetIntroTypes } from '../api/get-intro-types.ts';
import { PictureField } from '../picture-field.tsx';

const text = contentText.intros;
const fields = ['title', 'src'] as const;

interface NewProps {
  onClose: () => void;
}

export const NewTypeDialog = ({ onClose }: NewProps) => {
  const setTypes = useSetIntroTypes();
  const save = useSave<IntroTypeForm, IntroTypeForm, IntroTypeRow[]>({
    defaultValues: { title: '', src: '' },
    resolver: zodResolver(IntroTypeForm),
    fields,
    send: (body, { idempotencyKey }) => createIntroType(body, idempotencyKey),
    done: text.savedType,
    onDone: (rows) => {
      setTypes(rows);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: text.newType }} onClose={onClose} save={save} title={text.newType}>
      <TypeFields />
    </FormDialog>
  );
};

export const EditTypeDialog = ({ row, onClose }: NewProps & { row: IntroTypeRow }) => {
  const setTypes = useSetIntroTypes();
  const { id, title, src, version } = row;
  const save = useSave<IntroTypeForm, IntroTypeForm, IntroTypeRow[]>({
    defaultValues: { title, src },
    resolver: zodResolver(IntroTypeForm),
    fields,
    version,
    send: (body, seen) => editIntroType(id, { ...body, version: seen.version }),
    done: text.savedType,
    onDone: (rows) => {
      setTypes(rows);
      onClose();
    },
  });
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.editTypeTitle}>
      <TypeFields />
    </FormDialog>
  );
};

const TypeFields = () => {
  const { register, formState } = useFormContext<IntroTypeForm>();
  return (
    <>
      <TextField
        {...register('title')}
        autoComplete="off"
        error={formState.errors.title?.message}
        label={text.typeTitle}
        required
      />
      <PictureField hint={text.pictureHint}>
        {(src) => (
          <img
            alt={contentText.picture.current}
            className="size-20 rounded object-cover"
            src={`${src}?w=400`}
          />
        )}
      </PictureField>
    </>
  );
};
