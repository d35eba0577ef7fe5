import { zodResolver } from '@hookform/resolvers/zod';
import type { PersonDetail } from '@portal/contract/office/people';
import { type ChosenPhoto, PhotoField } from '@portal/kit/ui/photo-field.tsx';
import { useController, useFormContext } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { personActsText } from '../../text/zh-TW/person-acts.ts';
import { photoAddress } from '../api/photo-address.ts';
import { replacePhoto } from '../api/replace-photo.ts';
import { usePersonChanged } from './use-person-changed.ts';

const text = personActsText.replacePhoto;

interface Values {
  file: ChosenPhoto;
}

/** A photo that was refused says so itself. */
const PhotoRules = z.object({
  file: z.custom<File, ChosenPhoto>((value) => value instanceof File, text.missing),
});

interface ReplacePhotoProps {
  person: PersonDetail;
  onClose: () => void;
}

const useReplacePhoto = ({ person: { id }, onClose }: ReplacePhotoProps) => {
  const changed = usePersonChanged();
  return useSave<Values, { file: File }, PersonDetail>({
    defaultValues: { file: null },
    resolver: zodResolver(PhotoRules),
    fields: ['file'],
    send: ({ file }, { idempotencyKey }) => replacePhoto(id, file, idempotencyKey),
    done: text.done,
    onDone: (person) => {
      onClose();
      changed(person);
    },
    isShort: true,
  });
};

export const ReplacePhotoDialog = (props: ReplacePhotoProps) => {
  const label = text[props.person.facts?.photo ? 'open' : 'add'];
  return (
    <FormDialog
      button={{ label: text.submit, sending: text.sending }}
      onClose={props.onClose}
      save={useReplacePhoto(props)}
      title={label}
    >
      <p>{text.lead}</p>
      <NewPhoto person={props.person} />
    </FormDialog>
  );
};

const NewPhoto = ({ person: { id, name, facts } }: Pick<ReplacePhotoProps, 'person'>) => {
  const { control } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name: 'file' });
  return (
    <PhotoField
      current={
        facts?.photo ? { src: photoAddress(id, facts.photo), alt: personText.photo.of(name) } : undefined
      }
      error={fieldState.error?.message}
      hint={text.hint}
      label={text.photo}
      name="file"
      onBlur={field.onBlur}
      onChange={field.onChange}
      value={field.value}
    />
  );
};
