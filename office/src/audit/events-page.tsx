import { ListPage } from '../lists/list-page.tsx';
import { eventsList } from './events-list.tsx';

export const EventsPage = () => <ListPage list={eventsList} />;
