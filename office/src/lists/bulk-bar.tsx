import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { ConfirmDialog, Dialog } from '@portal/kit/ui/dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../forms/failure.tsx';
import { offerUndo } from '../platform/undo.ts';
import { UndoInDialog } from '../platform/undo-button.tsx';
import { listText } from '../text/zh-TW/lists.ts';
import type { BulkAction, BulkResult } from './list.ts';
import type { RowKey, Selection } from './use-selection.ts';

interface BulkBarProps<Row> {
  actions: readonly BulkAction<Row>[];
  selection: Selection;
  rowOf: (key: RowKey) => Row | undefined;
  nameOf: (key: RowKey) => string;
}

export const BulkBar = <Row,>({ actions, selection, rowOf, nameOf }: BulkBarProps<Row>) => {
  const [asked, setAsked] = useState<BulkRequest<Row> | null>(null);
  const ask = (action: BulkAction<Row>) =>
    setAsked({ action, keys: selection.keys, rows: selection.keys.flatMap((key) => rowOf(key) ?? []) });
  return (
    <>
      <p role="status">{selection.count > 0 && listText.select.count(selection.count)}</p>
      {selection.count > 0 && (
        <>
          {actions.map((action) => (
            <Button aria-haspopup="dialog" key={action.label} onClick={() => ask(action)}>
              {action.label}
            </Button>
          ))}
          <Button onClick={selection.clear} variant="quiet">
            {listText.select.none}
          </Button>
        </>
      )}
      {asked && (
        <BulkDialog
          action={asked.action}
          keys={asked.keys}
          rows={asked.rows}
          nameOf={nameOf}
          onClose={() => {
            setAsked(null);
            selection.clear();
          }}
        />
      )}
    </>
  );
};

/** The rows as they were shown when the button was pressed. */
interface BulkRequest<Row> {
  readonly action: BulkAction<Row>;
  readonly keys: readonly RowKey[];
  readonly rows: readonly Row[];
}

interface BulkDialogProps<Row> extends BulkRequest<Row> {
  nameOf: (key: RowKey) => string;
  onClose: () => void;
}

/** Shows for each row whether it was done, or the reason. */
const BulkDialog = <Row,>({ action, keys, rows, nameOf, onClose }: BulkDialogProps<Row>) => {
  // The list is loaded again below this dialog: keep the names of the ticked rows.
  const [names] = useState(() => new Map(keys.map((key) => [key, nameOf(key)])));
  const [offer, setOffer] = useState<number | null>(null);
  const queries = useQueryClient();
  const send = useSending({
    mutationFn: () => action.run(rows),
    // Pages of the rows, histories and counts show what was changed, too.
    onSettled: () => queries.invalidateQueries(),
    onSuccess: (results) => {
      const act = action.undoable?.(results, (id) => names.get(id) ?? `${id}`);
      if (act) setOffer(offerUndo(act));
    },
  });
  if (send.data) {
    return (
      <BulkResults
        names={names}
        offer={offer}
        onClose={onClose}
        results={send.data}
        title={listText.bulk.title(action.label)}
      />
    );
  }
  return (
    <ConfirmDialog
      busy={send.isPending}
      confirmLabel={action.label}
      onClose={onClose}
      onConfirm={() => send.mutate()}
      open
      text={
        <div className="space-y-4">
          <p>{action.question(keys.length)}</p>
          {send.error && <Failure error={send.error} onClose={onClose} />}
        </div>
      }
      title={action.label}
    />
  );
};

interface BulkResultsProps {
  title: string;
  results: readonly BulkResult[];
  names: ReadonlyMap<RowKey, string>;
  offer: number | null;
  onClose: () => void;
}

const BulkResults = ({ title, results, names, offer, onClose }: BulkResultsProps) => {
  const done = results.filter((result) => result.done).length;
  const refused = results.length - done;
  const columns: readonly Column<BulkResult>[] = [
    { key: 'row', header: listText.bulk.row, cell: ({ id }) => names.get(id) ?? `${id}`, primary: true },
    {
      key: 'outcome',
      header: listText.bulk.outcome,
      cell: ({ done: isDone, why }) => (isDone ? listText.bulk.succeeded : why),
    },
  ];
  return (
    <Dialog
      actions={
        <>
          <UndoInDialog offer={offer} onClose={onClose} />
          <Button data-autofocus onClick={onClose} variant="primary">
            {listText.bulk.close}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
      width="wide"
    >
      <p className="mb-3" role="status">
        {listText.bulk.done(done)}
        {refused > 0 && `，${listText.bulk.refused(refused)}`}
      </p>
      <DataTable
        caption={title}
        columns={columns}
        empty={null}
        rowKey={({ id }) => id}
        rows={results.toSorted((a, b) => Number(a.done) - Number(b.done))}
      />
    </Dialog>
  );
};
