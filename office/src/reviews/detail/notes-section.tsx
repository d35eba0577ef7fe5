import { zodResolver } from '@hookform/resolvers/zod';
import { readable } from '@portal/contract/dates';
import { addNote, type Note, type RegistrationDetail } from '@portal/contract/office/reviews';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useForm } from 'react-hook-form';
import { call } from '../../platform/call.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { useRegistrationChanged } from '../api/registration.ts';
import { Section } from './section.tsx';

const text = reviewsText.notes;

/** Notes among staff. */
export const NotesSection = ({ detail: { id, notes, can } }: { detail: RegistrationDetail }) => (
  <Section title={text.section}>
    <p className="text-ink-soft text-sm">{text.lead}</p>
    {notes.length === 0 && !can.note.allowed && <p className="mt-2 text-ink-soft">{text.none}</p>}
    <ul className="mt-2 space-y-3">
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
    </ul>
    {can.note.allowed && <NoteForm id={id} key={id} />}
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

const useNoteForm = (id: number) => {
  const changed = useRegistrationChanged();
  const { keyFor, forget } = useIdempotencyKey();
  const form = useForm<{ text: string }>({
    defaultValues: { text: '' },
    resolver: zodResolver(addNote.body),
  });
  const send = useSending({
    mutationFn: (body: { text: string }) =>
      call(addNote, { params: { id }, body, idempotencyKey: keyFor(body.text) }),
    onSuccess: (detail) => {
      forget();
      changed(detail);
      form.reset();
      notify(text.done, 'success');
    },
  });
  const save = (values: { text: string }) =>
    send.mutateAsync(values).catch((error) => showRefusal(error, ['text'], form.setError));
  return { form, save };
};

const NoteForm = ({ id }: { id: number }) => {
  const { form, save } = useNoteForm(id);
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="mt-4 space-y-3" method="post" noValidate onSubmit={form.handleSubmit(save)}>
      <TextArea
        {...form.register('text')}
        error={errors.text?.message}
        label={text.label}
        maxLength={1000}
        rows={2}
      />
      {errors.root?.failed && (
        <Notice live tone="danger">
          {errors.root.failed.message}
        </Notice>
      )}
      <Button busy={isSubmitting} busyLabel={text.sending} type="submit">
        {text.add}
      </Button>
    </form>
  );
};
