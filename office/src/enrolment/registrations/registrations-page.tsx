import { ListPage } from '../../lists/list-page.tsx';
import { registrationsText } from '../../text/zh-TW/registrations.ts';
import { registrationsList } from './registrations-list.tsx';

const text = registrationsText.views;

const listWithViews = {
  ...registrationsList,
  views: [
    { name: text.all, query: {} },
    ...(['pending', 'unpaid', 'reported', 'confirmed'] as const).map((state) => ({
      name: text[state],
      query: { state },
    })),
  ],
} as const;

export const RegistrationsPage = () => <ListPage list={listWithViews} />;
