import { ListPage } from '../lists/list-page.tsx';
import { classesList } from './classes-list.tsx';

/** 開課. */
export const ClassesPage = () => <ListPage list={classesList} />;
