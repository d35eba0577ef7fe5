import { zodResolver } from '@hookform/resolvers/zod';
import type { Input } from '@portal/contract/endpoint';
import {
  CERTIFICATE_REASON_MAX,
  type CertificateDetail,
  CorrectionForm,
} from '@portal/contract/office/certificate-register';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useSave } from '../../forms/use-save.ts';
import { registerText } from '../../text/zh-TW/register.ts';
import { correctCertificate } from '../api/correct-certificate.ts';

const text = registerText.correct;

type CorrectionValues = Input<typeof CorrectionForm>;
type Form = UseFormReturn<CorrectionValues, unknown, CorrectionForm>;

interface CorrectDialogProps {
  certificate: CertificateDetail;
  onDone: (next: CertificateDetail) => void;
  onClose: () => void;
}

export const CorrectDialog = ({ certificate, onDone, onClose }: CorrectDialogProps) => {
  const { id, version, hours } = certificate;
  const save = useSave<CorrectionValues, CorrectionForm, CertificateDetail>({
    defaultValues: {
      reason: '',
      chineseName: certificate.chineseName ?? '',
      englishName: certificate.englishName ?? '',
      hours,
      firstDay: certificate.firstDay ?? '',
      lastDay: certificate.lastDay ?? '',
    },
    resolver: zodResolver(CorrectionForm),
    fields: ['reason', 'chineseName', 'englishName', 'hours', 'firstDay', 'lastDay'],
    version,
    send: (form, seen) => correctCertificate(id, { ...form, version: seen.version }),
    onDone: (next) => {
      onClose();
      onDone(next);
    },
  });
  const button = { label: text.open, sending: text.sending };
  return (
    <FormDialog button={button} onClose={onClose} save={save} title={text.title} width="wide">
      <p className="text-ink-soft">{text.lead}</p>
      <Fields form={save.form} />
    </FormDialog>
  );
};

const numberOrNull = (value: unknown): number | null =>
  value === '' || value === null ? null : Number(value);

const Fields = ({ form: { register, control, formState } }: { form: Form }) => {
  const { errors } = formState;
  return (
    <>
      <TextArea
        {...register('reason')}
        data-autofocus
        error={errors.reason?.message}
        label={text.label}
        maxLength={CERTIFICATE_REASON_MAX}
        required
        rows={2}
      />
      <TextField
        {...register('chineseName')}
        error={errors.chineseName?.message}
        label={text.chineseName}
        maxLength={60}
      />
      <TextField
        {...register('englishName')}
        error={errors.englishName?.message}
        label={text.englishName}
        maxLength={100}
      />
      <TextField
        {...register('hours', { setValueAs: numberOrNull })}
        digitsOnly
        error={errors.hours?.message}
        label={text.hours}
        maxLength={4}
        unit={text.unit}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['firstDay', 'lastDay'] as const).map((name) => (
          <Controller
            control={control}
            key={name}
            name={name}
            render={({ field: { value, onChange }, fieldState: { error } }) => (
              <DateField
                error={error?.message}
                label={text[name]}
                name={name}
                onChange={onChange}
                value={value ?? ''}
              />
            )}
          />
        ))}
      </div>
    </>
  );
};
