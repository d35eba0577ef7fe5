import type { OrganizationRow } from '@portal/contract/office/organizations';
import { notify } from '@portal/kit/browser/notices.ts';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EventsLink } from '../../audit/events-link.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { OrderedTable } from '../../forms/ordered-table.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { organizationsText as text } from '../../text/zh-TW/organizations.ts';
import { closeOrganization } from '../api/close-organization.ts';
import { organizationRowsQuery, useSetOrganizations } from '../api/get-organization-rows.ts';
import { orderOrganizations } from '../api/order-organizations.ts';
import { reopenOrganization } from '../api/reopen-organization.ts';
import { attachedText } from './attached-text.ts';
import { EditOrganizationDialog, NewOrganizationDialog } from './organization-dialogs.tsx';

export const OrganizationsPage = () => {
  const query = useQuery(organizationRowsQuery);
  const mayEdit = useMay('settings.edit');
  return (
    <Page actions={mayEdit && <NewOrganization />} lead={text.lead} nav={<SettingsNav />} title={text.title}>
      <Loaded query={query}>{(rows) => <OrganizationsTable mayEdit={mayEdit} rows={rows} />}</Loaded>
    </Page>
  );
};

const NewOrganization = () => (
  <DialogButton
    dialog={(close) => <NewOrganizationDialog onClose={close} />}
    label={text.new}
    variant="primary"
  />
);

const columns: readonly Column<OrganizationRow>[] = [
  { key: 'name', header: text.name, cell: ({ name }) => name, primary: true },
  { key: 'code', header: text.code, cell: ({ code }) => code, together: true },
  {
    key: 'state',
    header: text.state,
    cell: ({ isClosed }) => (isClosed ? text.closed : text.open),
    together: true,
  },
  { key: 'attached', header: text.attached, cell: attachedText },
  {
    key: 'history',
    header: text.history,
    cell: ({ id, name }) => (
      <EventsLink filter={{ thing: { subject: 'organization', id } }}>
        <span aria-hidden="true">{text.history}</span>
        <span className="sr-only">{text.historyLabel(name)}</span>
      </EventsLink>
    ),
    together: true,
  },
];

interface TableProps {
  rows: readonly OrganizationRow[];
  mayEdit: boolean;
}

const OrganizationsTable = ({ rows, mayEdit }: TableProps) => {
  const queries = useQueryClient();
  return (
    <OrderedTable
      acts={(row) => <OrganizationActs row={row} />}
      actsHeader={text.acts}
      caption={text.caption}
      columns={columns}
      empty={
        <EmptyState icon="inbox" title={text.empty}>
          {text.emptyHint}
        </EmptyState>
      }
      mayEdit={mayEdit}
      nameOf={({ name }) => name}
      onDone={useSetOrganizations()}
      onFailed={() => void queries.invalidateQueries({ queryKey: organizationRowsQuery.queryKey })}
      rows={rows}
      work={orderOrganizations}
    />
  );
};

const questionOf = (row: OrganizationRow): string =>
  row.isClosed ? text.reopen.really(row.name) : text.close.really(row.name, attachedText(row));

const OrganizationActs = ({ row }: { row: OrganizationRow }) => {
  const { id, name, isClosed } = row;
  const setOrganizations = useSetOrganizations();
  const act = isClosed ? text.reopen : text.close;
  return (
    <>
      <DialogButton
        dialog={(close) => <EditOrganizationDialog onClose={close} row={row} />}
        label={text.edit}
        name={text.editLabel(name)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={act.confirm}
        key={act.open}
        label={act.label(name)}
        onDone={(rows) => {
          setOrganizations(rows);
          notify(act.done, 'success');
        }}
        question={questionOf(row)}
        title={act.title}
        work={() => (isClosed ? reopenOrganization : closeOrganization)(id)}
      >
        {act.open}
      </ConfirmedAction>
    </>
  );
};
