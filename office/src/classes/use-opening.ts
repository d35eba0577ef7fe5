import type { OfficeClass } from '@portal/contract/office/classes';
import { useOutletContext } from 'react-router';

/** The class on whose page the tab stands. */
export const useOpening = (): OfficeClass => useOutletContext<OfficeClass>();
