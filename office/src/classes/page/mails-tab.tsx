import { mailsList } from '../../correspondence/mails-list.tsx';
import { MessageButton } from '../../correspondence/message-button.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useShownClass } from '../use-shown-class.ts';

const { columns, filters } = mailsList;

/** Leaves out columns that are the same for the whole class. */
const classMails = {
  ...mailsList,
  columns: columns.filter(({ key }) => !['class', 'organization'].includes(key)),
  filters: filters.filter(({ name }) => name !== 'class'),
};

export const MailsTab = () => {
  const trainingClass = useShownClass();
  return (
    <ListPage fixed={{ class: trainingClass.code }} isPart list={classMails}>
      <MessageButton trainingClass={trainingClass} />
    </ListPage>
  );
};
