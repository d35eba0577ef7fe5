import type { AnswerOf } from '@portal/contract/endpoint';
import type { findPeople as endpoint, PersonRow } from '@portal/contract/office/people';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { peopleText } from '../../text/zh-TW/people.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { personMergeText } from '../../text/zh-TW/person-merge.ts';
import { findPeople } from '../api/find-people.ts';
import { personQuery } from '../api/get-person.ts';

const text = personMergeText.search;

/** Finds the other record of the same person. */
export const MergePage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={personText.gone}
      head={({ name }) => ({ title: text.title, lead: text.lead(name) })}
      kind={personText.kind}
      query={useQuery(personQuery(id))}
      under={[{ label: peopleText.title, to: paths.people.to() }]}
    >
      {() => <Search id={id} key={id} />}
    </LoadedPage>
  );
};

const Search = ({ id }: { id: number }) => {
  const [q, setQ] = useState('');
  const found = useSending({
    mutationFn: async (asked: string) => ({
      ...(await findPeople({ q: asked, elsewhere: false })),
      q: asked,
    }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    found.mutate(q);
  };
  return (
    <>
      <search>
        <form className="flex max-w-3xl flex-wrap items-end gap-3" method="post" noValidate onSubmit={submit}>
          <TextField
            autoComplete="off"
            className="min-w-0 flex-1 basis-64"
            error={found.error ? (firstError(found.error, 'q') ?? failureText(found.error)) : undefined}
            hint={text.hint}
            label={text.label}
            onChange={(event) => setQ(event.currentTarget.value)}
            value={q}
          />
          <Button busy={found.isPending} busyLabel={text.busy} type="submit">
            {text.submit}
          </Button>
        </form>
      </search>
      <div className="mt-6" role="status">
        {found.data && <FoundPeople id={id} {...found.data} />}
      </div>
    </>
  );
};

type FoundPeopleProps = AnswerOf<typeof endpoint> & { id: number; q: string };

const FoundPeople = ({ id, q, people, isMore }: FoundPeopleProps) => (
  <>
    <DataTable
      caption={text.caption}
      columns={columnsOf(id)}
      empty={text.none(q)}
      rowKey={(person) => person.id}
      rows={people.filter((person) => person.id !== id)}
    />
    {isMore && <p className="mt-2 text-ink-soft text-sm">{text.more}</p>}
  </>
);

const columnsOf = (id: number): readonly Column<PersonRow>[] => [
  { key: 'name', header: text.columns.name, primary: true, cell: ({ name }) => name },
  {
    key: 'identity',
    header: text.columns.identity,
    cell: ({ identity }) => <span className="tabular">{identity}</span>,
  },
  {
    key: 'organization',
    header: text.columns.organization,
    cell: ({ organization }) => organization ?? personText.none,
  },
  {
    key: 'groups',
    header: text.columns.groups,
    cell: ({ groups }) => groups.join('、') || personText.none,
  },
  {
    key: 'act',
    header: text.columns.act,
    cell: (person) => (
      <ButtonLink
        aria-label={`${text.compare} ${person.name}`}
        to={paths.mergePreview.to({ id, other: person.id })}
      >
        {text.compare}
      </ButtonLink>
    ),
  },
];
