import type { PersonDetail } from '@portal/contract/office/people';
import { useOutletContext } from 'react-router';

export const useShownPerson = (): PersonDetail => useOutletContext<PersonDetail>();
