import { zodResolver } from '@hookform/resolvers/zod';
import { readable } from '@portal/contract/dates';
import { type PersonDetail, PURPOSE_MAX, PurposeForm } from '@portal/contract/office/people';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { personQuery } from '../api/get-person.ts';
import { namePurpose } from '../api/name-purpose.ts';

const text = personText.purpose;

/** Asks for a purpose before it opens a person who never had to do with the reader's organisations. */
export const PurposePanel = ({ person: { id } }: { person: PersonDetail }) => {
  const client = useQueryClient();
  const save = useSave<PurposeForm, PurposeForm, PersonDetail>({
    defaultValues: { purpose: '' },
    resolver: zodResolver(PurposeForm),
    fields: ['purpose'],
    send: ({ purpose }) => namePurpose(id, purpose),
    onDone: (person) => client.setQueryData(personQuery(id).queryKey, person),
    isShort: true,
  });
  const { register, formState, watch } = save.form;
  return (
    <div className="max-w-3xl space-y-4">
      <Notice title={text.stranger}>{text.lead}</Notice>
      <SaveForm button={{ label: text.submit, sending: text.sending }} className="space-y-4" save={save}>
        <TextArea
          {...register('purpose')}
          error={formState.errors.purpose?.message}
          hint={text.hint}
          label={text.label}
          maxLength={PURPOSE_MAX}
          required
          rows={2}
          value={watch('purpose')}
        />
      </SaveForm>
    </div>
  );
};

export const OpenUntil = ({ person: { openUntil } }: { person: PersonDetail }) =>
  openUntil && (
    <div className="mb-4">
      <Notice>{text.until(readable(openUntil))}</Notice>
    </div>
  );
