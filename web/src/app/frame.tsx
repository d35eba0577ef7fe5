import { Outlet } from 'react-router';

export const Frame = () => (
  <main className="mx-auto max-w-page px-4 py-6" id="main" tabIndex={-1}>
    <Outlet />
  </main>
);
