import { readable } from '@portal/contract/dates';
import type { OfficeClass } from '@portal/contract/office/classes';
import { RadioGroup } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { Controller } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { publishClass } from '../api/publish-class.ts';
import { MomentField } from '../form/moment-field.tsx';
import { useClassChanged } from '../use-class-changed.ts';

const text = classActsText.publish;

interface PublishValues {
  when: 'now' | 'later';
  at: string;
}

interface DialogProps {
  trainingClass: OfficeClass;
  onClose: () => void;
}

const lacksOf = ({ fee, bankAccount, html, personalAllow, groupAllow }: OfficeClass): string[] => [
  ...(fee > 0 && bankAccount === null ? [text.noBank] : []),
  ...(html === '' ? [text.noHtml] : []),
  ...(personalAllow || groupAllow ? [] : [text.noWay]),
];

export const PublishDialog = ({ trainingClass, onClose }: DialogProps) => {
  const save = usePublishForm(trainingClass, onClose);
  const { control, register, watch } = save.form;
  const lacks = lacksOf(trainingClass);
  return (
    <FormDialog
      button={{ label: text.open }}
      onClose={onClose}
      save={save}
      title={text.title(trainingClass.code)}
    >
      <p>{text.lead}</p>
      {lacks.length > 0 && (
        <Notice tone="warn" title={text.lacks}>
          <ul className="list-disc ps-6">
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        </Notice>
      )}
      <RadioGroup
        {...register('when')}
        label={text.when}
        options={[
          { value: 'now', label: text.now },
          { value: 'later', label: text.later },
        ]}
      />
      {watch('when') === 'later' && (
        <Controller
          control={control}
          name="at"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <MomentField
              error={error?.message}
              label={text.at}
              name="at"
              onChange={onChange}
              required
              usual="09:00"
              value={value}
            />
          )}
        />
      )}
    </FormDialog>
  );
};

const usePublishForm = ({ id, version }: OfficeClass, onDone: () => void) => {
  const changed = useClassChanged();
  return useSave<PublishValues, PublishValues, OfficeClass>({
    defaultValues: { when: 'now', at: '' },
    fields: ['at'],
    version,
    send: ({ when, at }, seen) => {
      const body = { at: when === 'later' ? at : null, version: seen.version };
      return publishClass(id, body);
    },
    done: ({ publishAt }) => (publishAt ? text.scheduled(readable(publishAt)) : text.done),
    onDone: (after) => {
      changed(after);
      onDone();
    },
  });
};
