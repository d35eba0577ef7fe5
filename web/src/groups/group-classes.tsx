import type { GroupClass } from '@portal/contract/groups';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useState } from 'react';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';

const text = groupsText.classes;

const columns = (GroupCode: string): Column<GroupClass>[] => [
  { key: 'organization', header: text.organization, aside: true, cell: ({ organization }) => organization },
  { key: 'train', header: text.train, primary: true, cell: ({ name }) => name },
  {
    key: 'start',
    header: text.startTime,
    together: true,
    aside: true,
    cell: ({ start_time }) => dateOf(start_time),
  },
  {
    key: 'roster',
    header: text.classRoster,
    bare: 'body',
    cell: ({ code, name, start_time }) => (
      <ButtonLink
        aria-label={text.viewOf(name, dateOf(start_time))}
        className="-my-1.5 -ms-3"
        to={paths.groupClassRoster.to({ GroupCode, code })}
        variant="quiet"
      >
        {text.view}
      </ButtonLink>
    ),
  },
];

interface GroupClassesProps {
  groupCode: string;
  classes: readonly GroupClass[];
}

export const GroupClasses = ({ groupCode, classes }: GroupClassesProps) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.title}
      </Button>
      <Dialog
        actions={<Button onClick={close}>{groupsText.close}</Button>}
        onClose={close}
        open={isOpen}
        title={text.title}
        width="wide"
      >
        <DataTable
          caption={text.title}
          cardsBelow={32}
          columns={columns(groupCode)}
          empty={<EmptyState title={text.empty}>{text.emptyHint}</EmptyState>}
          rowKey={({ id }) => id}
          rows={classes}
        />
      </Dialog>
    </>
  );
};
