import { editClass, type OfficeClass } from '@portal/contract/office/classes';
import type { Newer } from '@portal/contract/office/version';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { TextArea } from '@portal/kit/ui/text-area.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { generatePath, useNavigate, useParams } from 'react-router';
import { NewerVersion, newerOf } from '../../lists/newer-version.tsx';
import { call } from '../../platform/call.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { classQuery, useClassChanged } from '../api.ts';
import { ClassFields } from './class-fields.tsx';
import { classResolver } from './class-resolver.ts';
import { type ClassValues, classFieldNames, classInput, classValues } from './class-values.ts';

const openings = { label: classesText.title, to: paths.openings };

/** 編輯課程. */
export const EditClassPage = () => {
  const { id } = useParams();
  const base = generatePath(paths.opening, { id: `${id}` });
  return (
    <LoadedPage
      gone={classesText.gone}
      head={({ code }) => ({
        title: text.editTitle(code),
        crumb: text.edit,
        under: [openings, { label: code, to: base }],
      })}
      kind={text.edit}
      query={useQuery({ ...classQuery(Number(id)), refetchOnWindowFocus: false })}
      under={[openings]}
      width="wide"
    >
      {(opening) =>
        opening.can.edit.allowed ? (
          <EditForm base={base} key={id} opening={opening} />
        ) : (
          <ErrorState message={opening.can.edit.why ?? ''}>
            <ButtonLink to={base}>{opening.code}</ButtonLink>
          </ErrorState>
        )
      }
    </LoadedPage>
  );
};

const EditForm = ({ opening, base }: { opening: OfficeClass; base: string }) => {
  const navigate = useNavigate();
  const { form, save, newer } = useEditForm(opening, () => navigate(base));
  const { errors, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        {newer && <NewerVersion newer={newer} />}
        <FormProblems fields={classFieldNames(form.getValues('sessions').length)} form={form} />
        <ClassFields
          afterPlace={opening.number > 0 && opening.state !== 'draft' ? <Message /> : null}
          isCodeFree={opening.state === 'draft'}
          organizationId={opening.organization.id}
        />
        <FormEnd fault={errors.root?.failed} isSending={isSubmitting} onCancel={() => navigate(base)} />
      </form>
    </FormProvider>
  );
};

/** To everybody who holds a seat. */
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

const useEditForm = (opening: OfficeClass, onDone: () => void) => {
  const [newer, setNewer] = useState<Newer | null>(null);
  // The values that the form began with: a later answer does not change what was seen.
  const [first] = useState(opening);
  const changed = useClassChanged();
  const send = useSending({
    mutationFn: (values: ClassValues) => {
      const version = newer?.version ?? first.version;
      const body = { ...classInput(values), message: values.message || null, version };
      return call(editClass, { params: { id: first.id }, body });
    },
    onSuccess: (saved) => {
      changed(saved);
      notify(text.saved, 'success');
      onDone();
    },
  });
  const form = useForm<ClassValues>({
    defaultValues: classValues(first),
    resolver: classResolver('edited'),
    shouldFocusError: false,
  });
  const save = (values: ClassValues) =>
    send.mutateAsync(values).then(
      () => undefined,
      (error) => {
        setNewer(newerOf(error) ?? newer);
        const fields = classFieldNames(values.sessions.length);
        showRefusal(error, fields, form.setError, { personalAllow: 'ways' });
      },
    );
  return { form, save, newer };
};
