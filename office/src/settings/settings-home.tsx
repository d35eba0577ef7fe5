import { Navigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';

/** The first permitted page. */
export const SettingsHome = () => (
  <Navigate replace to={useMay('staff.read') ? paths.staff.to() : paths.phrases.to()} />
);
