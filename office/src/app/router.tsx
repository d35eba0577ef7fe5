import { createBrowserRouter } from 'react-router';
import { paths } from '../platform/paths.ts';
import { InvitationPage } from '../staff/invitation-page.tsx';
import { LoginPage } from '../staff/login-page.tsx';
import { Frame } from './frame.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { TodayPage } from './today-page.tsx';

export const router = createBrowserRouter(
  [
    { path: paths.login, element: <LoginPage /> },
    { path: paths.invitation, element: <InvitationPage /> },
    {
      element: <Frame />,
      children: [
        { path: paths.today, element: <TodayPage /> },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
  ],
  { basename: '/office' },
);
