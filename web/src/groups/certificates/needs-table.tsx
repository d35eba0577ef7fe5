import type { GroupCertificates, NeededKind } from '@portal/contract/group-certificates';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { useState } from 'react';
import { groupCertificatesText as text } from '../../text/zh-TW/group-certificates.ts';
import { ClassesDialog } from './classes-dialog.tsx';

/** Rem. */
const TABLE_WIDTH = 46;

const Enrol = ({ kind, onChoose }: { kind: NeededKind; onChoose: () => void }) => {
  const due = kind.to_enrol.length;
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={due > 0 ? text.enrolDueOf(kind.name, due) : text.findClassOf(kind.name)}
      className="-my-1.5"
      onClick={onChoose}
      variant={due > 0 ? 'secondary' : 'quiet'}
    >
      {due > 0 ? text.enrolDue(due) : text.findClass}
    </Button>
  );
};

const columns = (onChoose: (kind: NeededKind) => void): Column<NeededKind>[] => [
  { key: 'kind', header: text.kind, primary: true, cell: ({ name }) => name },
  { key: 'count', header: text.count, together: true, cell: ({ count }) => text.people(count) },
  {
    key: 'valid',
    header: text.valid,
    cell: ({ valid, ending }) => (
      <>
        {text.people(valid)}
        {ending > 0 && <span className="block text-sm text-warn-700">{text.ending(ending)}</span>}
      </>
    ),
  },
  {
    key: 'under-way',
    header: text.underWay,
    together: true,
    cell: ({ under_way }) => text.people(under_way),
  },
  {
    key: 'result',
    header: text.result,
    cell: ({ short }) =>
      short > 0 ? <Badge tone="danger">{text.short(short)}</Badge> : <Badge tone="ok">{text.enough}</Badge>,
  },
  {
    key: 'enrol',
    header: text.enrol,
    action: true,
    cell: (kind) =>
      kind.to_enrol.length === 0 && kind.short === 0 ? null : (
        <Enrol kind={kind} onChoose={() => onChoose(kind)} />
      ),
  },
];

/** The sums of each kind against the need, with the way to a class. */
export const NeedsTable = ({ shown }: { shown: GroupCertificates }) => {
  const [chosen, setChosen] = useState<NeededKind | null>(null);
  return (
    <>
      <DataTable
        caption={text.needs}
        className={withoutPrintedCaption}
        cardsBelow={TABLE_WIDTH}
        columns={columns(setChosen)}
        empty={null}
        rowKey={({ id }) => id}
        rows={shown.kinds}
      />
      {chosen && <ClassesDialog kind={chosen} onClose={() => setChosen(null)} shown={shown} />}
    </>
  );
};
