import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Choice,
  ChoiceForm,
  type ChoiceList,
  type Choices,
  choiceListNames,
} from '@portal/contract/office/choices';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { choicesText as text } from '../../text/zh-TW/choices.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { addChoice } from '../api/add-choice.ts';
import { editChoice } from '../api/edit-choice.ts';
import { useSetChoices } from '../api/get-choices.ts';

const NameField = ({ hint }: { hint?: string }) => {
  const { register, formState } = useFormContext<ChoiceForm>();
  return (
    <TextField
      {...register('name')}
      autoComplete="off"
      data-autofocus
      error={formState.errors.name?.message}
      hint={hint}
      label={text.name}
      required
    />
  );
};

interface AddProps {
  list: ChoiceList;
  onClose: () => void;
}

export const AddChoiceDialog = ({ list, onClose }: AddProps) => {
  const setChoices = useSetChoices();
  const save = useSave<ChoiceForm, ChoiceForm, Choices>({
    defaultValues: { name: '' },
    resolver: zodResolver(ChoiceForm),
    fields: ['name'],
    send: (body, { idempotencyKey }) => addChoice(list, body, idempotencyKey),
    done: text.added,
    onDone: (choices) => {
      setChoices(choices);
      onClose();
    },
  });
  return (
    <FormDialog
      button={{ label: text.addTo(choiceListNames[list]) }}
      onClose={onClose}
      save={save}
      title={text.addTo(choiceListNames[list])}
    >
      <NameField />
    </FormDialog>
  );
};

interface EditProps extends AddProps {
  choice: Choice;
}

export const EditChoiceDialog = ({ list, choice, onClose }: EditProps) => {
  const { id, name, version } = choice;
  const setChoices = useSetChoices();
  const save = useSave<ChoiceForm, ChoiceForm, Choices>({
    defaultValues: { name },
    resolver: zodResolver(ChoiceForm),
    fields: ['name'],
    version,
    send: (body, seen) => editChoice({ list, id }, { ...body, version: seen.version }),
    done: text.saved,
    onDone: (choices) => {
      setChoices(choices);
      onClose();
    },
  });
  return (
    <FormDialog
      button={{ label: formsText.save }}
      onClose={onClose}
      save={save}
      title={text.editTitle(choiceListNames[list])}
    >
      <NameField hint={text.editHint} />
    </FormDialog>
  );
};
