import type { IntroTypeRow } from '@portal/contract/office/content';
import { notify } from '@portal/kit/browser/notices.ts';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { OrderedTable } from '../../forms/ordered-table.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { contentText } from '../../text/zh-TW/content.ts';
import { introTypesQuery, useSetIntroTypes } from '../api/get-intro-types.ts';
import { orderIntroTypes } from '../api/order-intro-types.ts';
import { removeIntroType } from '../api/remove-intro-type.ts';
import { ContentNav } from '../content-nav.tsx';
import { EditTypeDialog, NewTypeDialog } from './type-dialogs.tsx';

const text = contentText.intros;

export const IntroTypesPage = () => {
  const mayEdit = useMay('content.edit');
  const create = (
    <DialogButton
      dialog={(close) => <NewTypeDialog onClose={close} />}
      label={text.newType}
      variant="primary"
    />
  );
  return (
    <Page actions={mayEdit && create} lead={text.lead} nav={<ContentNav />} title={text.title}>
      <Loaded query={useQuery(introTypesQuery)}>
        {(rows) => <TypesTable mayEdit={mayEdit} rows={rows} />}
      </Loaded>
    </Page>
  );
};

const columns: readonly Column<IntroTypeRow>[] = [
  {
    key: 'title',
    header: text.type,
    cell: ({ id, title }) => (
      <Link
        className="font-semibold text-sea-800 underline hover:no-underline"
        to={paths.introType.to({ id })}
      >
        {title}
      </Link>
    ),
    primary: true,
  },
  {
    key: 'picture',
    header: text.picture,
    cell: ({ src }) => <img alt="" className="size-12 rounded object-cover" src={`${src}?w=400`} />,
    together: true,
  },
  {
    key: 'entries',
    header: text.entries,
    cell: ({ entries, hidden }) => text.count(entries, hidden),
    together: true,
  },
];

const TypesTable = ({ rows, mayEdit }: { rows: readonly IntroTypeRow[]; mayEdit: boolean }) => {
  const queries = useQueryClient();
  return (
    <OrderedTable
      acts={(row) => <TypeActs row={row} />}
      actsHeader={text.acts}
      caption={text.caption}
      columns={columns}
      empty={
        <EmptyState icon="inbox" title={text.noTypes}>
          {text.noTypesHint}
        </EmptyState>
      }
      mayEdit={mayEdit}
      nameOf={({ title }) => title}
      onDone={useSetIntroTypes()}
      onFailed={() => void queries.invalidateQueries({ queryKey: introTypesQuery.queryKey })}
      rows={rows}
      work={orderIntroTypes}
    />
  );
};

const TypeActs = ({ row }: { row: IntroTypeRow }) => {
  const { id, title, entries } = row;
  const setTypes = useSetIntroTypes();
  return (
    <>
      <DialogButton
        dialog={(close) => <EditTypeDialog onClose={close} row={row} />}
        label={text.editType}
        name={text.editTypeOf(title)}
        variant="quiet"
      />
      {entries === 0 && (
        <ConfirmedAction
          confirmLabel={text.removeType.confirm}
          label={text.removeType.label(title)}
          onDone={(rows) => {
            setTypes(rows);
            notify(text.removeType.done, 'success');
          }}
          question={text.removeType.really(title)}
          title={text.removeType.title}
          work={() => removeIntroType(id)}
        >
          {text.removeType.open}
        </ConfirmedAction>
      )}
    </>
  );
};
