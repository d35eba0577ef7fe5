import { zodResolver } from '@hookform/resolvers/zod';
import { readable } from '@portal/contract/dates';
import { type Note, NoteForm, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { addNote } from '../api/add-note.ts';
import { useRegistrationChanged } from '../api/get-registration.ts';
import { Section } from './section.tsx';

const text = reviewsText.notes;

export const NotesSection = ({ detail: { id, notes, can } }: { detail: RegistrationDetail }) => (
  <Section title={text.section}>
    <p className="text-ink-soft text-sm">{text.lead}</p>
    {notes.length === 0 && !can.note.allowed && <p className="mt-2 text-ink-soft">{text.none}</p>}
    <ul className="mt-2 space-y-3">
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
    </ul>
    {can.note.allowed && <NewNote id={id} key={id} />}
  </Section>
);

const NoteItem = ({ note: { at, by, text: written } }: { note: Note }) => (
  <li className="rounded-md border border-line bg-surface px-4 py-2">
    <p className="text-ink-soft text-sm">
      {by}　{readable(at)}
    </p>
    <p className="whitespace-pre-line">{written}</p>
  </li>
);

const NewNote = ({ id }: { id: number }) => {
  const save = useSave<{ text: string }, { text: string }, RegistrationDetail>({
    defaultValues: { text: '' },
    resolver: zodResolver(NoteForm),
    fields: ['text'],
    send: (body, { idempotencyKey }) => addNote(id, body, idempotencyKey),
    done: text.done,
    onDone: useRegistrationChanged(),
    stays: true,
  });
  const { register, formState } = save.form;
  return (
    <SaveForm
      button={{ label: text.add, sending: text.sending, variant: 'secondary' }}
      className="mt-4 space-y-3"
      save={save}
    >
      <TextArea
        {...register('text')}
        error={formState.errors.text?.message}
        label={text.label}
        maxLength={1000}
        rows={2}
      />
    </SaveForm>
  );
};
