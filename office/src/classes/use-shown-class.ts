import type { OfficeClass } from '@portal/contract/office/classes';
import { useOutletContext } from 'react-router';

export const useShownClass = (): OfficeClass => useOutletContext<OfficeClass>();
