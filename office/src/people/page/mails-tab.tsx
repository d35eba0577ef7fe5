import { mailsList } from '../../correspondence/mails-list.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { personText } from '../../text/zh-TW/person.ts';
import { useShownPerson } from './use-shown-person.ts';

const personMails = {
  ...mailsList,
  empty: personText.empty.mails,
  filters: mailsList.filters.filter(({ name }) => !['account', 'person'].includes(name)),
};

export const MailsTab = () => (
  <ListPage fixed={{ account: `${useShownPerson().id}` }} isPart list={personMails} />
);
