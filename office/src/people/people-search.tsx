import type { AnswerOf } from '@portal/contract/endpoint';
import type { findPeople as endpoint, PersonRow } from '@portal/contract/office/people';
import { firstError } from '@portal/kit/browser/call.ts';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Table } from '@portal/kit/ui/data-table.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { TABLE_WIDTH, useIsNarrow } from '@portal/kit/ui/use-is-narrow.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useScope } from '../platform/scope.ts';
import { peopleText } from '../text/zh-TW/people.ts';
import { findPeople } from './api/find-people.ts';
import { personOpenQuery } from './api/person-open.ts';
import { personColumns } from './people-list.tsx';
import { PersonName } from './person-name.tsx';

const foundColumns = personColumns.filter(({ isExtra }) => !isExtra).map(({ sort: _, ...column }) => column);

const text = peopleText.search;

interface Search {
  readonly q: string;
  readonly elsewhere: boolean;
}

const useSearch = () => {
  const { inScope } = useScope();
  const client = useQueryClient();
  return useSending({
    mutationFn: async (search: Search) => ({ ...search, ...(await findPeople({ ...search, ...inScope })) }),
    // A search opens their pages.
    onSuccess: ({ peopleElsewhere }) => {
      for (const { id } of peopleElsewhere) client.setQueryData(personOpenQuery(id).queryKey, true);
    },
  });
};

/** The searched text is in no address. */
export const PeopleSearch = () => {
  const found = useSearch();
  return (
    <div className="mb-6">
      <SearchForm error={found.error} isBusy={found.isPending} onFind={found.mutate} />
      <div className="mt-4" role="status">
        {found.data && <Results {...found.data} onClear={found.reset} />}
      </div>
    </div>
  );
};

interface SearchFormProps {
  error: Error | null;
  isBusy: boolean;
  onFind: (search: Search) => void;
}

const SearchForm = ({ error, isBusy, onFind }: SearchFormProps) => {
  const [q, setQ] = useState('');
  const [elsewhere, setElsewhere] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind({ q, elsewhere });
  };
  return (
    <search>
      <form method="post" noValidate onSubmit={submit}>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            autoComplete="off"
            className="min-w-0 flex-1 basis-64"
            error={error ? (firstError(error, 'q') ?? failureText(error)) : undefined}
            hint={text.hint}
            label={text.label}
            onChange={(event) => setQ(event.currentTarget.value)}
            value={q}
          />
          <Button busy={isBusy} busyLabel={text.busy} type="submit">
            {text.submit}
          </Button>
        </div>
        <label className="mt-2 flex items-start gap-2">
          <input
            checked={elsewhere}
            className="mt-1 size-5 shrink-0 accent-sea-700"
            onChange={(event) => setElsewhere(event.currentTarget.checked)}
            type="checkbox"
          />
          <span>
            {text.elsewhere}
            <span className="block text-ink-soft text-sm">{text.elsewhereHint}</span>
          </span>
        </label>
      </form>
    </search>
  );
};

type ResultsProps = Search & AnswerOf<typeof endpoint> & { onClear: () => void };

const Results = ({ q, elsewhere, people, isMore, peopleElsewhere, onClear }: ResultsProps) => (
  <section aria-label={text.caption} className="rounded-md border border-line-strong p-4">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-semibold">{people.length > 0 ? text.found(people.length) : text.none(q)}</p>
      <Button onClick={onClear} variant="quiet">
        {text.clear}
      </Button>
    </div>
    {people.length > 0 && <FoundPeople people={people} />}
    {isMore && <p className="mt-2 text-ink-soft text-sm">{text.more}</p>}
    {elsewhere && <OthersFound peopleElsewhere={peopleElsewhere} />}
  </section>
);

const FoundPeople = ({ people }: { people: readonly PersonRow[] }) => {
  const [box, isNarrow] = useIsNarrow(TABLE_WIDTH, true);
  return (
    <div className="mt-3 min-w-0 overflow-x-auto" ref={box}>
      <Table
        caption={text.caption}
        columns={foundColumns}
        hasCards={isNarrow}
        rowKey={({ id }) => id}
        rows={people}
      />
    </div>
  );
};

const OthersFound = ({ peopleElsewhere }: Pick<ResultsProps, 'peopleElsewhere'>) => (
  <div className="mt-4">
    {peopleElsewhere.length === 0 ? (
      <Notice tone="info">{text.noStrangers}</Notice>
    ) : (
      <>
        <h2 className="text-base">{text.peopleElsewhere}</h2>
        <p className="text-ink-soft text-sm">{text.peopleElsewhereHint}</p>
        <ul className="mt-2 space-y-1">
          {peopleElsewhere.map(({ id, name }) => (
            <li key={id}>
              <PersonName id={id} name={name} />
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
);
