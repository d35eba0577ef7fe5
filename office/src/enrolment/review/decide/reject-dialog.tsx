import { zodResolver } from '@hookform/resolvers/zod';
import { REASON_MAX, type RegistrationDetail } from '@portal/contract/office/enrolment';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useController } from 'react-hook-form';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useSave } from '../../../forms/use-save.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { reviewPhrasesQuery } from '../../api/get-phrases.ts';
import { rejectRegistration } from '../../api/reject-registration.ts';
import { RejectForm, type RejectValues } from './reject-form.ts';

const text = reviewsText.reject;

interface RejectDialogProps {
  detail: RegistrationDetail;
  onRejected: (detail: RegistrationDetail) => void;
  onClose: () => void;
}

export const RejectDialog = ({ detail, onRejected, onClose }: RejectDialogProps) => {
  const { id, person } = detail;
  const save = useSave<RejectValues, RejectForm, RegistrationDetail>({
    defaultValues: { phraseIds: [], reason: '' },
    resolver: zodResolver(RejectForm),
    fields: ['phraseIds', 'reason'],
    version: detail.version,
    send: (form, { version }) => rejectRegistration(id, { ...form, version }),
    onDone: onRejected,
  });
  const { register, formState } = save.form;
  return (
    <FormDialog
      button={{ label: text.confirm }}
      onClose={onClose}
      save={save}
      title={text.title(person.name)}
      width="wide"
    >
      <p className="text-ink-soft">{text.lead}</p>
      <Phrases />
      <TextArea
        {...register('reason')}
        error={formState.errors.reason?.message}
        label={text.reason}
        maxLength={REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
};

/** Focuses the field as soon as it exists, unless a text area has the focus. */
const useFirstFieldFocus = (field: string | null) => {
  useEffect(() => {
    if (field === null || document.activeElement?.matches('textarea')) return;
    document.querySelector<HTMLElement>(`dialog [data-field="${field}"] :is(input, textarea)`)?.focus();
  }, [field]);
};

/** The keys 1 to 9 tick the phrases that begin with these numbers, except in the text area. */
const usePhraseNumbers = (ids: readonly string[], toggle: (id: string) => void) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInText = event.target instanceof Element && event.target.matches('textarea');
    const id = /^[1-9]$/.test(event.key) ? ids[Number(event.key) - 1] : undefined;
    if (id === undefined || isInText || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    toggle(id);
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', press, { signal: listening.signal });
    return () => listening.abort();
  }, []);
};

const Phrases = () => {
  const phrases = useQuery(reviewPhrasesQuery);
  useFirstFieldFocus(phrases.isPending ? null : phrases.data?.length ? 'phraseIds' : 'reason');
  const { field, fieldState } = useController<RejectValues, 'phraseIds'>({ name: 'phraseIds' });
  const ids = (phrases.data ?? []).map(({ id }) => `${id}`);
  usePhraseNumbers(ids, (id) => {
    const { value } = field;
    field.onChange(ids.filter((each) => value.includes(each) !== (each === id)));
  });
  if (phrases.isPending) return <SkeletonRows rowClassName="h-11" rows={3} />;
  if (!phrases.data) return <OptionsFault loads={[phrases]} text={text.phrasesFailed} />;
  if (phrases.data.length === 0) return <p>{text.noPhrases}</p>;
  return (
    <CheckboxGroup
      error={fieldState.error?.message}
      hint={<span className="pointer-coarse:hidden">{text.byNumber}</span>}
      label={text.phrases}
      name="phraseIds"
      onChange={field.onChange}
      options={phrases.data.map(({ id, text: label }, at) => ({
        value: `${id}`,
        label: at < 9 ? text.numbered(at + 1, label) : label,
      }))}
      value={field.value}
    />
  );
};
