import { zodResolver } from '@hookform/resolvers/zod';
import { type Phrase, PhraseForm } from '@portal/contract/office/enrolment';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { phrasesText } from '../../text/zh-TW/phrases.ts';
import { addPhrase } from '../api/add-phrase.ts';
import { useSetPhrases } from '../api/get-phrases.ts';

const text = phrasesText.add;

interface PhraseValues {
  text: string;
}

export const AddPhrase = () => {
  const setPhrases = useSetPhrases();
  const save = useSave<PhraseValues, PhraseValues, Phrase[]>({
    defaultValues: { text: '' },
    resolver: zodResolver(PhraseForm),
    fields: ['text'],
    send: (body, { idempotencyKey }) => addPhrase(body, idempotencyKey),
    done: text.done,
    onDone: setPhrases,
    stays: true,
    isShort: true,
  });
  const { register, formState } = save.form;
  return (
    <SaveForm button={{ label: text.submit, sending: text.sending }} className="mt-8 space-y-3" save={save}>
      <TextField
        {...register('text')}
        autoComplete="off"
        error={formState.errors.text?.message}
        label={text.label}
      />
    </SaveForm>
  );
};
