import { ListPage } from '../lists/list-page.tsx';
import { mailsList } from './mails-list.tsx';

export const MailsPage = () => <ListPage list={mailsList} />;
