import { type ClassDraft, createClasses, SERIES_MAX } from '@portal/contract/office/classes';
import { showRefusal } from '@portal/kit/browser/form-refusal.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { FormEnd } from '@portal/kit/ui/form-end.tsx';
import { FormProblems } from '@portal/kit/ui/form-problems.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { generatePath, useNavigate, useSearchParams } from 'react-router';
import { listKey } from '../../lists/list.ts';
import { call } from '../../platform/call.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { type DraftSource, draftQuery, offeredQuery } from '../api.ts';
import { ClassFields, Plain } from './class-fields.tsx';
import { classResolver } from './class-resolver.ts';
import { type ClassValues, classFieldNames, classInput, draftValues } from './class-values.ts';

/** The course or class that the new one is made from, as the address says; null: still to be chosen. */
const sourceOf = (params: URLSearchParams): DraftSource | null => {
  const from = params.get('from');
  if (from !== null) return { from };
  const [organization, course] = [params.get('organization'), params.get('course')];
  return organization && course ? { organization, course } : null;
};

/** 新增課程: from a course, as a copy, or as a series. */
export const NewClassPage = () => {
  const [params] = useSearchParams();
  const source = sourceOf(params);
  return (
    <Page title={text.newTitle} under={[{ label: classesText.title, to: paths.openings }]} width="wide">
      {source ? <FromSource key={`${params}`} source={source} /> : <Choice />}
    </Page>
  );
};

const Choice = () => {
  const [, setParams] = useSearchParams();
  const query = useQuery(offeredQuery);
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    setParams({ organization: `${chosen.get('organization')}`, course: `${chosen.get('course')}` });
  };
  return (
    <Loaded query={query} rows={3}>
      {(data) => (
        <form className="max-w-md space-y-4" onSubmit={choose}>
          <p className="text-ink-soft">{text.choose.lead}</p>
          <SelectField
            label={text.organization}
            name="organization"
            options={data.organizations.map(({ id, name }) => ({ value: `${id}`, label: name }))}
            placeholder={data.organizations.length === 1 ? null : undefined}
            required
          />
          <SelectField
            label={text.course}
            name="course"
            options={data.courses.map(({ id, code, name }) => ({
              value: `${id}`,
              label: `${code} ${name}`,
            }))}
            required
          />
          <Button type="submit" variant="primary">
            {text.choose.next}
          </Button>
        </form>
      )}
    </Loaded>
  );
};

const FromSource = ({ source }: { source: DraftSource }) => {
  const draft = useQuery(draftQuery(source));
  const offered = useQuery(offeredQuery);
  return (
    <Loaded query={draft} rows={8}>
      {(data) => (
        <>
          <Origin draft={data} isCopy={'from' in source} offered={offered.data} />
          <NewForm draft={data} />
        </>
      )}
    </Loaded>
  );
};

interface OriginProps {
  draft: ClassDraft;
  isCopy: boolean;
  offered:
    | {
        courses: readonly { id: number; name: string }[];
        organizations: readonly { id: number; name: string }[];
      }
    | undefined;
}

const Origin = ({ draft, isCopy, offered }: OriginProps) => {
  const course = offered?.courses.find(({ id }) => id === draft.courseId)?.name ?? '';
  const organization = offered?.organizations.find(({ id }) => id === draft.organizationId)?.name ?? '';
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="font-semibold">{text.from(course, organization)}</p>
      {isCopy ? (
        <p className="text-ink-soft">{text.noFiles}</p>
      ) : (
        <ButtonLink to={paths.newOpening} variant="quiet">
          {text.chooseOther}
        </ButtonLink>
      )}
    </div>
  );
};

const NewForm = ({ draft }: { draft: ClassDraft }) => {
  const navigate = useNavigate();
  const { form, save } = useNewForm(draft, (id) => navigate(generatePath(paths.opening, { id: `${id}` })));
  const { errors, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form className="space-y-6" method="post" noValidate onSubmit={form.handleSubmit(save)}>
        <FormProblems fields={classFieldNames(form.getValues('sessions').length)} form={form} />
        <ClassFields
          afterCode={<Plain digits hint={text.weeksHint} name="weeks" required unit={text.weeksUnit} />}
          isCodeFree
          organizationId={draft.organizationId}
        />
        <FormEnd
          fault={errors.root?.failed}
          isSending={isSubmitting}
          onCancel={() => navigate(paths.openings)}
        />
      </form>
    </FormProvider>
  );
};

const useNewForm = (draft: ClassDraft, onDone: (id: number) => void) => {
  const queries = useQueryClient();
  const { keyFor } = useIdempotencyKey();
  const send = useSending({
    mutationFn: (values: ClassValues) => {
      const { organizationId, courseId } = draft;
      const weeks = Math.min(Number(values.weeks), SERIES_MAX + 1);
      const body = { ...classInput(values), organizationId, courseId, weeks };
      return call(createClasses, { body, idempotencyKey: keyFor(JSON.stringify(body)) });
    },
    onSuccess: ({ classes: [first, ...rest] }) => {
      void queries.invalidateQueries({ queryKey: listKey('classes') });
      notify(text.created(rest.length + 1), 'success');
      if (first) onDone(first.id);
    },
  });
  const form = useForm<ClassValues>({
    defaultValues: draftValues(draft),
    resolver: classResolver('created'),
    shouldFocusError: false,
  });
  const save = (values: ClassValues) =>
    send.mutateAsync(values).then(
      () => undefined,
      (error) =>
        showRefusal(error, classFieldNames(values.sessions.length), form.setError, { personalAllow: 'ways' }),
    );
  return { form, save };
};
