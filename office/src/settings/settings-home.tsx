import { Navigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useMay } from '../platform/session.ts';

/** 設定: the first page of it that one may use. */
export const SettingsHome = () => (
  <Navigate replace to={useMay('staff.read') ? paths.staff : paths.phrases} />
);
