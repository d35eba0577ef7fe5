import { ListPage } from '../lists/list-page.tsx';
import { mailsList } from './mails-list.tsx';

/** 信件. */
export const MailsPage = () => <ListPage list={mailsList} />;
