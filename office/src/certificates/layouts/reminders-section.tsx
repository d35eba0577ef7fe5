import { zodResolver } from '@hookform/resolvers/zod';
import { type Reminders, RemindersForm } from '@portal/contract/office/certificate-reminders';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod/mini';
import { historyKey } from '../../audit/api/keys.ts';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { useMay } from '../../platform/session.ts';
import { remindersText as text } from '../../text/zh-TW/certificate-reminders.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { layoutsQuery } from '../api/get-layouts.ts';
import { remindersQuery } from '../api/get-reminders.ts';
import { setReminders } from '../api/set-reminders.ts';

export const RemindersSection = ({ kindId }: { kindId: number }) => {
  const id = useId();
  const mayEdit = useMay('settings.edit');
  return (
    <section aria-labelledby={id} className="mt-8 max-w-3xl">
      <h2 id={id}>{text.title}</h2>
      <Loaded query={useQuery(remindersQuery(kindId))} rows={1}>
        {(reminders) => (
          <>
            <p className="mt-3">{text.summary(reminders.days)}</p>
            <p className="mt-1 text-ink-soft text-sm">{text.detail}</p>
            {mayEdit && (
              <div className="mt-3">
                <DialogButton
                  dialog={(close) => <RemindersDialog onClose={close} reminders={reminders} />}
                  label={text.edit}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
};

type Values = z.input<typeof RemindersForm>;
type Output = z.output<typeof RemindersForm>;

const RemindersDialog = ({ reminders, onClose }: { reminders: Reminders; onClose: () => void }) => {
  const { kind, days, version } = reminders;
  const queries = useQueryClient();
  const save = useSave<Values, Output, Reminders>({
    defaultValues: { days: text.list(days) },
    resolver: zodResolver(RemindersForm),
    fields: ['days'],
    version,
    send: (body, seen) => setReminders(kind.id, { ...body, version: seen.version }),
    done: text.saved,
    isShort: true,
    onDone: (saved) => {
      queries.setQueryData(remindersQuery(kind.id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: layoutsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: historyKey });
      onClose();
    },
  });
  return (
    <FormDialog
      button={{ label: formsText.save }}
      onClose={onClose}
      save={save}
      title={text.editTitle(kind.name)}
    >
      <DaysField />
    </FormDialog>
  );
};

const DaysField = () => {
  const { register, formState } = useFormContext<Values>();
  return (
    <TextField
      {...register('days')}
      autoComplete="off"
      error={formState.errors.days?.message}
      hint={text.hint}
      label={text.days}
    />
  );
};
