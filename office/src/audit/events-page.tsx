import { ListPage } from '../lists/list-page.tsx';
import { eventsList } from './events-list.tsx';

/** 稽核紀錄. */
export const EventsPage = () => <ListPage list={eventsList} />;
