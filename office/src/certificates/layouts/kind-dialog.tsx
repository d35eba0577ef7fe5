import { zodResolver } from '@hookform/resolvers/zod';
import { KindForm, type KindSettings } from '@portal/contract/office/certificate-kinds';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { historyKey } from '../../audit/api/keys.ts';
import { certificateKindsQuery } from '../../catalogue/api/get-certificate-kinds.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { listKey } from '../../lists/list.ts';
import { kindText as text } from '../../text/zh-TW/certificate-kinds.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { kindSettingsQuery } from '../api/get-kind-settings.ts';
import { layoutsKey } from '../api/layouts-key.ts';
import { saveKindSettings } from '../api/save-kind-settings.ts';
import { NatureFields } from './nature-fields.tsx';
import { NextNumbers } from './next-numbers.tsx';

type Values = z.input<typeof KindForm>;

interface KindDialogProps {
  settings: KindSettings;
  onClose: () => void;
}

export const KindDialog = ({ settings, onClose }: KindDialogProps) => {
  const { kind, form, version } = settings;
  const queries = useQueryClient();
  const save = useSave<Values, KindForm, KindSettings>({
    defaultValues: {
      ...{ name: form.name, type: form.type, years: form.years },
      registerPattern: form.registerPattern,
      refresherHours: `${form.refresherHours ?? ''}`,
      refresherYears: `${form.refresherYears ?? ''}`,
    },
    resolver: zodResolver(KindForm),
    fields: ['name', 'years', 'type', 'registerPattern', 'refresherYears', 'refresherHours'],
    version,
    send: (body, seen) => saveKindSettings(kind.id, { ...body, version: seen.version }),
    done: text.saved,
    onDone: (saved) => {
      queries.setQueryData(kindSettingsQuery(kind.id).queryKey, saved);
      void queries.invalidateQueries({ queryKey: historyKey });
      void queries.invalidateQueries({ queryKey: listKey('renewals') });
      void queries.invalidateQueries({ queryKey: layoutsKey });
      void queries.invalidateQueries({ queryKey: certificateKindsQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      button={{ label: formsText.save }}
      onClose={onClose}
      save={save}
      title={text.editTitle(kind.name)}
      width="wide"
    >
      <NatureFields />
      <PatternField settings={settings} />
      <RuleFields />
    </FormDialog>
  );
};

const PatternField = ({ settings }: { settings: KindSettings }) => {
  const { register, formState } = useFormContext<Values>();
  const pattern = useWatch<Values, 'registerPattern'>({ name: 'registerPattern' });
  return (
    <div>
      <TextField
        {...register('registerPattern')}
        autoComplete="off"
        error={formState.errors.registerPattern?.message}
        hint={text.patternHint}
        label={text.pattern}
        required
      />
      <p className="mt-2 text-ink-soft text-sm">{text.next}</p>
      <NextNumbers pattern={pattern.trim()} settings={settings} />
    </div>
  );
};

const RuleFields = () => {
  const { register, formState } = useFormContext<Values>();
  const { refresherYears, refresherHours } = formState.errors;
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{text.rule}</legend>
      <p className="text-ink-soft text-sm">{text.ruleHint}</p>
      <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
        <TextField
          {...register('refresherYears')}
          autoComplete="off"
          digitsOnly
          error={refresherYears?.message}
          label={text.years}
          unit={text.yearsUnit}
        />
        <TextField
          {...register('refresherHours')}
          autoComplete="off"
          digitsOnly
          error={refresherHours?.message}
          label={text.hours}
          unit={text.hoursUnit}
        />
      </div>
    </fieldset>
  );
};
