import { DialogButton } from '../forms/dialog-button.tsx';
import { ListPage } from '../lists/list-page.tsx';
import { useMay } from '../platform/session.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { groupsList } from './groups-list.tsx';
import { NewGroupDialog } from './new-group-dialog.tsx';

export const GroupsPage = () => {
  const mayManage = useMay('group.manage');
  return (
    <ListPage list={groupsList}>
      {mayManage && (
        <DialogButton
          asked="add"
          dialog={(close) => <NewGroupDialog onClose={close} />}
          label={text.create.open}
          variant="primary"
        />
      )}
    </ListPage>
  );
};
