import { isDate } from '@portal/contract/dates';
import { type ClassDraft, SERIES_MAX } from '@portal/contract/office/classes';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { listKey } from '../../lists/list.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { classFormText as text } from '../../text/zh-TW/class-form.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { createClasses } from '../api/create-classes.ts';
import { offeredQuery } from '../api/get-offered-courses.ts';
import { ClassFields, PlainField } from './class-fields.tsx';
import { classResolver } from './class-resolver.ts';
import { type ClassValues, classFieldNames, classInput, datesFrom, draftValues } from './class-values.ts';
import { type DraftSource, draftQuery } from './draft-query.ts';

/** Null: not chosen yet. */
const sourceOf = (params: URLSearchParams): DraftSource | null => {
  const from = params.get('from');
  if (from !== null) return { from };
  const [organization, course] = [params.get('organization'), params.get('course')];
  return organization && course ? { organization, course } : null;
};

export const NewClassPage = () => {
  const [params] = useSearchParams();
  const source = sourceOf(params);
  return (
    <Page
      title={text.newTitle}
      under={[{ label: classesText.title, to: paths.trainingClasses.to() }]}
      width="wide"
    >
      {source ? <FromSource key={`${params}`} source={source} /> : <SourceChoice />}
    </Page>
  );
};

const SourceChoice = () => {
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
          <DraftOrigin draft={data} offered={offered.data} />
          <NewForm draft={data} />
        </>
      )}
    </Loaded>
  );
};

interface DraftOriginProps {
  draft: ClassDraft;
  offered:
    | {
        courses: readonly { id: number; name: string }[];
        organizations: readonly { id: number; name: string }[];
      }
    | undefined;
}

const DraftOrigin = ({ draft, offered }: DraftOriginProps) => {
  const course = offered?.courses.find(({ id }) => id === draft.courseId)?.name ?? '';
  const organization = offered?.organizations.find(({ id }) => id === draft.organizationId)?.name ?? '';
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="font-semibold">{text.from(course, organization)}</p>
      {draft.copyOf ? (
        <p className="text-ink-soft">{text.copied(draft.copyOf.code, draft.copyOf.attachments)}</p>
      ) : (
        <ButtonLink to={paths.newClass.to()} variant="quiet">
          {text.chooseOther}
        </ButtonLink>
      )}
    </div>
  );
};

const NewForm = ({ draft }: { draft: ClassDraft }) => {
  const navigate = useNavigate();
  const save = useNewForm(draft, (id) => navigate(paths.trainingClass.to({ id })));
  return (
    <SaveForm
      button={{ label: text.newTitle }}
      onCancel={() => navigate(paths.trainingClasses.to())}
      save={save}
    >
      {draft.copyOf && <FirstDay draft={draft} />}
      <ClassFields
        afterCode={<PlainField digits hint={text.weeksHint} name="weeks" required unit={text.weeksUnit} />}
        isCodeFree
        organizationId={draft.organizationId}
      />
    </SaveForm>
  );
};

/** All dates of a copy follow from its first day; each can be changed then. */
const FirstDay = ({ draft }: { draft: ClassDraft }) => {
  const { setValue } = useFormContext<ClassValues>();
  const [day, setDay] = useState('');
  const choose = (chosen: string) => {
    setDay(chosen);
    if (!isDate(chosen)) return;
    const { sessions, applyFrom, applyUntil } = datesFrom(draft, chosen);
    setValue('sessions', sessions, { shouldDirty: true });
    setValue('applyFrom', applyFrom, { shouldDirty: true });
    setValue('applyUntil', applyUntil, { shouldDirty: true });
  };
  return (
    <DateField
      className="w-full max-w-md"
      hint={text.firstDayHint}
      label={text.firstDay}
      name="firstDay"
      onChange={choose}
      value={day}
    />
  );
};

const useNewForm = (draft: ClassDraft, onDone: (id: number) => void) => {
  const queries = useQueryClient();
  const { organizationId, courseId } = draft;
  return useSave<ClassValues, ClassValues, Awaited<ReturnType<typeof createClasses>>>({
    defaultValues: draftValues(draft),
    resolver: classResolver('created'),
    fields: (values) => classFieldNames(values.sessions.length),
    rename: { personalAllow: 'ways' },
    send: (values, { idempotencyKey }) => {
      const weeks = Math.min(Number(values.weeks), SERIES_MAX + 1);
      const copyOf = draft.copyOf?.id ?? null;
      const body = { ...classInput(values), organizationId, courseId, weeks, copyOf };
      return createClasses(body, idempotencyKey);
    },
    done: ({ classes }) => text.created(classes.length),
    onDone: ({ classes: [first] }) => {
      void queries.invalidateQueries({ queryKey: listKey('classes') });
      if (first) onDone(first.id);
    },
  });
};
