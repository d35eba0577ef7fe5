import { CallRefused } from '@portal/kit/browser/call.ts';
import { useResultsFocus } from '@portal/kit/browser/use-results-focus.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../platform/loaded.tsx';
import { Page, type PageProps } from '../platform/page.tsx';
import { useScope } from '../platform/scope.ts';
import { sessionQuery, useMay } from '../platform/session.ts';
import { listText } from '../text/zh-TW/lists.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { KeysetPager } from './keyset-pager.tsx';
import { type BulkAction, type List, type ListAnswer, type ListColumn, listKey, type Query } from './list.ts';
import { ListTable } from './list-table.tsx';
import { ListViews } from './list-views.tsx';
import { useColumns } from './use-columns.ts';
import { type ListQueryState, useListQuery } from './use-list-query.ts';
import { type RowKey, type Selection, useSelection } from './use-selection.ts';

/** An export has no position in the list. */
const filtersOf = (
  { query: { after: _, before: __, ...query } }: ListQueryState,
  { organization }: { organization?: number },
) => (organization === undefined ? query : { ...query, organization: `${organization}` });

const useListAnswer = <Row,>(list: List<Row>, state: ListQueryState) => {
  const { inScope, organization } = useScope();
  const scope = organization === undefined ? {} : { organization: `${organization}` };
  return useQuery({
    queryKey: [...listKey(list.name), state.query, inScope],
    queryFn: ({ signal }) => list.load({ ...state.query, ...scope }, signal),
    placeholderData: keepPreviousData,
  });
};

interface ListPageProps<Row> extends Pick<PageProps, 'nav' | 'under'> {
  list: List<Row>;
  /** Always applied. The list must not show these filters. */
  fixed?: Query;
  /** Part of a page with its own title. */
  isPart?: boolean;
  /** Above the filters. */
  above?: ReactNode;
  children?: ReactNode;
}

/** Filters, table, pages, and all other states. */
export const ListPage = <Row,>(props: ListPageProps<Row>) => {
  const { list, fixed, isPart = false, above, children, ...place } = props;
  const state = useListQuery(list, fixed);
  const query = useListAnswer(list, state);
  const headingRef = useResultsFocus(JSON.stringify([state.query.after, state.query.before]));
  const content = (
    <>
      {above}
      <ListViews list={list} state={state} />
      <Filters fields={list.filters} state={state} />
      <div className="mt-2">
        <AnsweredList list={list} query={query} state={state} />
      </div>
    </>
  );
  const head = { actions: children, headingRef, title: list.title };
  if (isPart) return <ListPart {...head}>{content}</ListPart>;
  return (
    <Page {...head} {...place}>
      {content}
    </Page>
  );
};

type ListPartProps = Pick<PageProps, 'actions' | 'headingRef' | 'title' | 'children'>;

const ListPart = ({ title, actions, headingRef, children }: ListPartProps) => (
  <>
    <h2 className="sr-only" ref={headingRef} tabIndex={-1}>
      {title}
    </h2>
    {actions && <div className="mb-2 flex flex-wrap justify-end gap-2">{actions}</div>}
    {children}
  </>
);

interface ExportProps<Row> {
  list: List<Row>;
  answer: ListAnswer<Row>;
  state: ListQueryState;
  shown: readonly ListColumn<Row>[];
}

const Export = <Row,>({ list: { exported }, answer, state, shown }: ExportProps<Row>) => {
  const mayExport = useMay('export.list');
  const { inScope } = useScope();
  if (!exported || !mayExport) return null;
  const { count, isMore } = answer.total;
  return (
    <ExportButton
      exported={exported}
      shown={shown.map(({ key }) => key)}
      query={filtersOf(state, inScope)}
      total={listText.total(count, isMore)}
    />
  );
};

interface AnswerProps<Row> {
  list: List<Row>;
  state: ListQueryState;
  query: ReturnType<typeof useListAnswer<Row>>;
}

const AnsweredList = <Row,>({ query, ...shown }: AnswerProps<Row>) => {
  const isWrong = query.error instanceof CallRefused && query.error.status === 422;
  if (isWrong) return <WrongQuery state={shown.state} />;
  return (
    <Loaded query={query} rows={8}>
      {(answer) => <ListResults {...shown} answer={answer} isBusy={query.isPlaceholderData} />}
    </Loaded>
  );
};

const WrongQuery = ({ state }: { state: ListQueryState }) => (
  <ErrorState message={listText.empty.wrong}>
    <Button onClick={state.clear}>{listText.clear}</Button>
  </ErrorState>
);

const withOfferedSort = <Row,>(column: ListColumn<Row>, query: Query): ListColumn<Row> => {
  const { sort, sortNeeds, ...rest } = column;
  const isOffered = sort !== undefined && (sortNeeds === undefined || sortNeeds in query);
  return isOffered ? { ...rest, sort } : rest;
};

interface ListResultsProps<Row> {
  list: List<Row>;
  answer: ListAnswer<Row>;
  state: ListQueryState;
  isBusy: boolean;
}

const ListResults = <Row,>({ list, answer, state, isBusy }: ListResultsProps<Row>) => {
  const { rows } = answer;
  const choice = useColumns({ ...list, asked: state.asked });
  const can = useQuery(sessionQuery).data?.can ?? [];
  const actions = (list.bulk ?? []).filter(({ right }) => can.includes(right));
  const selection = useSelection(rows.map(list.rowKey));
  if (rows.length === 0) return <EmptyList empty={list.empty} state={state} />;
  return (
    <>
      <ListBar
        actions={actions}
        answer={answer}
        list={list}
        selection={selection}
        shown={choice.shown}
        state={state}
      >
        <ColumnChoice choice={choice} columns={list.columns} />
      </ListBar>
      <ListTable
        caption={list.caption}
        columns={choice.shown.map((column) => withOfferedSort(column, state.query))}
        isBusy={isBusy}
        onSort={state.sortBy}
        rowKey={list.rowKey}
        rowName={list.rowName}
        rows={rows}
        selection={actions.length > 0 ? selection : undefined}
        sort={state.sort}
      />
      <KeysetPager answer={answer} state={state} />
    </>
  );
};

interface ListBarProps<Row> extends ExportProps<Row> {
  answer: ListAnswer<Row>;
  actions: readonly BulkAction<Row>[];
  selection: Selection;
  children: ReactNode;
}

/** The line above the table shows how many rows there are and what can be done with them. */
const ListBar = <Row,>({ actions, selection, children, ...exported }: ListBarProps<Row>) => {
  const { list, answer } = exported;
  const { rows, total } = answer;
  const rowOf = (key: RowKey) => rows.find((each) => list.rowKey(each) === key);
  const nameOf = (key: RowKey) => {
    const row = rowOf(key);
    return (row && list.rowName?.(row)) ?? `${key}`;
  };
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-3">
      <p aria-live="polite" className="text-ink-soft text-sm">
        {listText.total(total.count, total.isMore)}
      </p>
      {actions.length > 0 && (
        <BulkBar actions={actions} nameOf={nameOf} rowOf={rowOf} selection={selection} />
      )}
      <div className="ms-auto flex print:hidden">
        {children}
        <Export {...exported} />
      </div>
    </div>
  );
};

/** The page's rows are gone, or no row passes the filter, or none is in the chosen organisation. */
const EmptyList = ({ empty, state }: { empty: string; state: ListQueryState }) => {
  if (state.query.after ?? state.query.before) {
    return (
      <EmptyState
        action={<ButtonLink to={state.pageAt({})}>{listText.first}</ButtonLink>}
        title={listText.empty.beyond}
      />
    );
  }
  if (!state.isFiltered) {
    return (
      <EmptyState title={empty}>
        <OnlyInScope />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="search" title={listText.empty.filtered}>
      <p className="mb-2">{listText.empty.filteredHint}</p>
      <Button onClick={state.clear}>{listText.clear}</Button>
      <OnlyInScope />
    </EmptyState>
  );
};

/** Other organisations may have rows, for example if a link leads here. */
const OnlyInScope = () => {
  const { organizations, organization, choose } = useScope();
  const chosen = organizations.find(({ id }) => id === organization);
  if (!chosen) return null;
  return (
    <>
      <p className="mt-4 mb-2">{listText.empty.inScope(chosen.name)}</p>
      <Button onClick={() => choose(undefined)}>{listText.empty.everywhere}</Button>
    </>
  );
};
