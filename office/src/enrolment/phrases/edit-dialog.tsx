import { zodResolver } from '@hookform/resolvers/zod';
import { type Phrase, PhraseForm } from '@portal/contract/office/enrolment';
import { TextField } from '@portal/kit/ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { phrasesText } from '../../text/zh-TW/phrases.ts';
import { editPhrase } from '../api/edit-phrase.ts';
import { useSetPhrases } from '../api/get-phrases.ts';

const text = phrasesText.edit;

interface EditDialogProps {
  phrase: Phrase;
  onClose: () => void;
}

interface PhraseValues {
  text: string;
}

export const EditDialog = ({ phrase, onClose }: EditDialogProps) => {
  const { id, text: written, version } = phrase;
  const setPhrases = useSetPhrases();
  const save = useSave<PhraseValues, PhraseValues, Phrase[]>({
    defaultValues: { text: written },
    resolver: zodResolver(PhraseForm),
    fields: ['text'],
    version,
    send: (values, seen) => editPhrase(id, { text: values.text, version: seen.version }),
    done: text.done,
    onDone: (phrases) => {
      setPhrases(phrases);
      onClose();
    },
  });
  const { register, formState } = save.form;
  return (
    <FormDialog button={{ label: formsText.save }} onClose={onClose} save={save} title={text.title}>
      <TextField
        {...register('text')}
        autoComplete="off"
        data-autofocus
        error={formState.errors.text?.message}
        label={text.field}
        required
      />
    </FormDialog>
  );
};
