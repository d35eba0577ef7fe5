import type { IntroRow, IntroTypeDetail } from '@portal/contract/office/content';
import { notify } from '@portal/kit/browser/notices.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { OrderedTable } from '../../forms/ordered-table.tsx';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { introTypeQuery } from '../api/get-intro-type.ts';
import { orderIntros } from '../api/order-intros.ts';
import { removeIntro } from '../api/remove-intro.ts';
import { publicationText } from '../publication-text.ts';
import { useContentChanged } from '../use-content-changed.ts';

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
  return (
    <OrderedTable
      acts={(row) => <RemoveEntry onRemoved={show} row={row} />}
      actsHeader={text.acts}
      caption={text.entriesCaption}
      columns={columns}
      empty={<EmptyState icon="file" title={text.none} />}
      mayEdit={mayEdit}
      nameOf={({ title }) => title}
      onDone={show}
      onFailed={useContentChanged()}
      rows={entries}
      work={(order) => orderIntros(type.id, order)}
    />
  );
};

interface RemoveEntryProps {
  row: IntroRow;
  onRemoved: (detail: IntroTypeDetail) => void;
}

const RemoveEntry = ({ row: { id, title }, onRemoved }: RemoveEntryProps) => (
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
);
