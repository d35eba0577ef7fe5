import { readableTime } from '@portal/contract/dates';
import { type ImportRow, importKindNames } from '@portal/contract/office/imports';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { SettingsNav } from '../settings/settings-nav.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { importsQuery } from './api/get-imports.ts';
import { ImportStateBadge } from './state-badge.tsx';

export const ImportsPage = () => {
  const query = useQuery(importsQuery);
  const create = (
    <ButtonLink to={paths.newImport.to()} variant="primary">
      {text.newImport}
    </ButtonLink>
  );
  return (
    <Page actions={create} lead={text.lead} nav={<SettingsNav />} title={text.title}>
      <Loaded query={query}>{(rows) => <ImportsTable rows={rows} />}</Loaded>
    </Page>
  );
};

const timeOf = (time: string) => readableTime(new Date(time));

const columns: readonly Column<ImportRow>[] = [
  {
    key: 'file',
    header: text.file,
    primary: true,
    cell: ({ id, fileName }) => (
      <Link
        className="break-all font-semibold text-sea-800 underline hover:no-underline"
        to={paths.import.to({ id })}
      >
        {fileName}
      </Link>
    ),
  },
  {
    key: 'kind',
    header: text.kind,
    cell: ({ kind, group }) => group?.name ?? importKindNames[kind],
    together: true,
  },
  { key: 'rows', header: text.rowCount, cell: ({ rows }) => text.rowsOf(rows), align: 'end', together: true },
  { key: 'state', header: text.state, cell: ({ state }) => <ImportStateBadge state={state} /> },
  { key: 'by', header: text.by, cell: ({ by }) => by ?? text.system },
  { key: 'at', header: text.at, cell: ({ createdAt }) => timeOf(createdAt) },
];

const ImportsTable = ({ rows }: { rows: readonly ImportRow[] }) => (
  <DataTable
    caption={text.caption}
    columns={columns}
    empty={
      <EmptyState icon="file" title={text.empty}>
        {text.emptyHint}
      </EmptyState>
    }
    rowKey={({ id }) => id}
    rows={rows}
  />
);
