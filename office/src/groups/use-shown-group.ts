import type { OfficeGroup } from '@portal/contract/office/groups';
import { useOutletContext } from 'react-router';

export const useShownGroup = (): OfficeGroup => useOutletContext<OfficeGroup>();
