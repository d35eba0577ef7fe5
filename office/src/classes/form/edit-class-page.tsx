import type { OfficeClass } from '@portal/contract/office/classes';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { editClass } from '../api/edit-class.ts';
import { classQuery } from '../api/get-class.ts';
import { useClassChanged } from '../use-class-changed.ts';
import { ClassFields } from './class-fields.tsx';
import { classResolver } from './class-resolver.ts';
import { type ClassValues, classFieldNames, classInput, classValues } from './class-values.ts';

const trainingClasses = { label: classesText.title, to: paths.trainingClasses.to() };

export const EditClassPage = () => {
  const id = Number(useParams().id);
  const base = paths.trainingClass.to({ id });
  return (
    <LoadedPage
      gone={classesText.gone}
      head={({ code }) => ({
        title: text.editTitle(code),
        crumb: text.edit,
        under: [trainingClasses, { label: code, to: base }],
      })}
      kind={text.edit}
      query={useQuery({ ...classQuery(id), refetchOnWindowFocus: false })}
      under={[trainingClasses]}
      width="wide"
    >
      {(trainingClass) =>
        trainingClass.can.edit.allowed ? (
          <EditForm base={base} key={id} trainingClass={trainingClass} />
        ) : (
          <ErrorState message={trainingClass.can.edit.why ?? ''}>
            <ButtonLink to={base}>{trainingClass.code}</ButtonLink>
          </ErrorState>
        )
      }
    </LoadedPage>
  );
};

const EditForm = ({ trainingClass, base }: { trainingClass: OfficeClass; base: string }) => {
  const navigate = useNavigate();
  const leave = () => navigate(base);
  return (
    <SaveForm button={{ label: formsText.save }} onCancel={leave} save={useEditForm(trainingClass, leave)}>
      {trainingClass.series && trainingClass.series.others > 0 && (
        <WholeSeries others={trainingClass.series.others} />
      )}
      <ClassFields
        afterPlace={trainingClass.number > 0 && trainingClass.state !== 'draft' ? <Message /> : null}
        isCodeFree={trainingClass.state === 'draft'}
        organizationId={trainingClass.organization.id}
      />
    </SaveForm>
  );
};

const WholeSeries = ({ others }: { others: number }) => {
  const { register } = useFormContext<ClassValues>();
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input {...register('series')} className="mt-1 size-5 shrink-0" type="checkbox" />
      <span>
        {text.series(others)}
        <span className="block text-ink-soft text-sm">{text.seriesHint}</span>
      </span>
    </label>
  );
};

const Message = () => {
  const { register, formState } = useFormContext<ClassValues>();
  return (
    <TextArea
      {...register('message')}
      error={formState.errors.message?.message}
      hint={text.messageHint}
      label={text.fields.message}
      maxLength={1000}
      rows={3}
    />
  );
};

const useEditForm = (trainingClass: OfficeClass, onDone: () => void) => {
  const changed = useClassChanged();
  return useSave<ClassValues, ClassValues, OfficeClass>({
    defaultValues: classValues(trainingClass),
    resolver: classResolver('edited'),
    fields: (values) => classFieldNames(values.sessions.length),
    rename: { personalAllow: 'ways' },
    version: trainingClass.version,
    send: (values, { version }) => {
      const body = { ...classInput(values), message: values.message || null, version, series: values.series };
      return editClass(trainingClass.id, body);
    },
    done: text.saved,
    onDone: (saved) => {
      changed(saved);
      onDone();
    },
  });
};
