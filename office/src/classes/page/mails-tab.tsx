import { mailsList } from '../../correspondence/mails-list.tsx';
import { MessageButton } from '../../correspondence/message-button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useOpening } from '../use-opening.ts';

const { columns, filters } = mailsList;

/** Without columns that are the same for the whole class. */
const classMails = {
  ...mailsList,
  columns: columns.filter(({ key }) => !['class', 'organization'].includes(key)),
  filters: filters.filter(({ name }) => name !== 'class'),
};

export const MailsTab = () => {
  const opening = useOpening();
  return (
    <ListPage fixed={{ class: opening.code }} isPart list={classMails}>
      <MessageButton opening={opening} />
    </ListPage>
  );
};
