import { ListPage } from '../../lists/list-page.tsx';
import { registrationsList } from './registrations-list.tsx';

export const RegistrationsPage = () => <ListPage list={registrationsList} />;
