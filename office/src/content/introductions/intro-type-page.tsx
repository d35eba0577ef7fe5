import type { IntroRow, IntroTypeDetail } from '@portal/contract/office/content';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { MoveButtons } from '../../forms/move-buttons.tsx';
import { type Moves, useMoves } from '../../forms/use-moves.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { introTypeQuery } from '../api/get-intro-type.ts';
import { orderIntros } from '../api/order-intros.ts';
import { removeIntro } from '../api/remove-intro.ts';
import { useContentChanged } from '../use-content-changed.ts';
import { publicationText } from './publication-text.ts';

const text = contentText.intros;

export const IntroTypePage = () => {
  const id = Number(useParams().id);
  const mayEdit = useMay('content.edit');
  return (
    <LoadedPage
      gone={text.goneType}
      head={({ type }) => ({
        title: type.title,
        actions: mayEdit && (
          <ButtonLink to={paths.newIntro.to({ id })} variant="primary">
            {text.new}
          </ButtonLink>
        ),
      })}
      kind={text.type}
      query={useQuery(introTypeQuery(id))}
      under={[{ label: text.title, to: paths.introTypes.to() }]}
    >
      {(detail) => <Entries detail={detail} key={id} mayEdit={mayEdit} />}
    </LoadedPage>
  );
};

const columns: readonly Column<IntroRow>[] = [
  {
    key: 'title',
    header: text.heading,
    cell: ({ id, title }) => (
      <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.intro.to({ id })}>
        {title}
      </Link>
    ),
    primary: true,
  },
  { key: 'state', header: text.state, cell: publicationText, together: true },
];

const useShown = (id: number) => {
  const queries = useQueryClient();
  const changed = useContentChanged();
  return (detail: IntroTypeDetail) => {
    queries.setQueryData(introTypeQuery(id).queryKey, detail);
    changed();
  };
};

const Entries = ({ detail, mayEdit }: { detail: IntroTypeDetail; mayEdit: boolean }) => {
  const { type, entries } = detail;
  const show = useShown(type.id);
  const { told, buttonsOf } = useMoves({
    entries,
    nameOf: ({ title }) => title,
    work: (ids) => orderIntros(type.id, ids),
    onDone: show,
    onFailed: useContentChanged(),
  });
  const acts: Column<IntroRow> = {
    key: 'acts',
    header: text.acts,
    cell: (row) => <EntryActs moves={buttonsOf(row)} onRemoved={show} row={row} />,
    action: true,
  };
  return (
    <>
      <DataTable
        caption={text.entriesCaption}
        columns={mayEdit ? [...columns, acts] : columns}
        empty={<EmptyState icon="file" title={text.none} />}
        rowKey={({ id }) => id}
        rows={entries}
      />
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  );
};

interface EntryActsProps {
  row: IntroRow;
  moves: Moves;
  onRemoved: (detail: IntroTypeDetail) => void;
}

const EntryActs = ({ row: { id, title }, moves, onRemoved }: EntryActsProps) => (
  <div className="flex flex-wrap gap-1">
    <MoveButtons {...moves} />
    <ConfirmedAction
      confirmLabel={text.remove.confirm}
      label={text.remove.label(title)}
      onDone={(detail) => {
        onRemoved(detail);
        notify(text.remove.done, 'success');
      }}
      question={text.remove.really(title)}
      title={text.remove.title}
      work={() => removeIntro(id)}
    >
      {text.remove.open}
    </ConfirmedAction>
  </div>
);
