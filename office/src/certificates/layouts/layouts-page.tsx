import { readable } from '@portal/contract/dates';
import type { LayoutRow } from '@portal/contract/office/certificate-layouts';
import { kindTypeNames } from '@portal/contract/office/code-names';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { kindText } from '../../text/zh-TW/certificate-kinds.ts';
import { layoutsText as text } from '../../text/zh-TW/certificate-layouts.ts';
import { remindersText } from '../../text/zh-TW/certificate-reminders.ts';
import { layoutsQuery } from '../api/get-layouts.ts';
import { NewKindDialog } from './new-kind-dialog.tsx';

const columns: readonly Column<LayoutRow>[] = [
  { key: 'kind', header: text.kind, cell: (row) => <LayoutLink row={row} />, primary: true },
  {
    key: 'years',
    header: kindText.validity,
    cell: ({ kind }) => kindText.validityOf(kind.years),
    together: true,
  },
  { key: 'type', header: kindText.type, cell: ({ kind }) => kindTypeNames[kind.type] },
  { key: 'version', header: text.layout, cell: ({ number }) => text.version(number), together: true },
  { key: 'paper', header: text.paper, cell: ({ paper }) => text.papers[paper], together: true },
  { key: 'card', header: text.card, cell: ({ hasCard }) => text.cardNames[hasCard ? 'yes' : 'no'] },
  {
    key: 'reminders',
    header: remindersText.title,
    cell: ({ reminderDays }) => remindersText.short(reminderDays),
    together: true,
  },
  {
    key: 'changed',
    header: text.changedAt,
    cell: ({ changedAt }) => (changedAt === null ? text.never : readable(changedAt)),
    together: true,
  },
];

const LayoutLink = ({ row: { kind } }: { row: LayoutRow }) => (
  <Link
    className="font-semibold text-sea-800 underline hover:no-underline"
    to={paths.certificateLayout.to({ id: kind.id })}
  >
    {kind.name}
  </Link>
);

const NewKind = () => (
  <DialogButton
    dialog={(close) => <NewKindDialog onClose={close} />}
    label={kindText.new}
    variant="primary"
  />
);

export const LayoutsPage = () => (
  <Page
    actions={useMay('settings.edit') && <NewKind />}
    lead={text.lead}
    nav={<SettingsNav />}
    title={text.title}
  >
    <Loaded query={useQuery(layoutsQuery)}>
      {(layouts) => (
        <DataTable
          caption={text.caption}
          columns={columns}
          empty={
            <EmptyState icon="file" title={text.empty}>
              {text.emptyHint}
            </EmptyState>
          }
          rowKey={({ kind }) => kind.id}
          rows={layouts}
        />
      )}
    </Loaded>
  </Page>
);
