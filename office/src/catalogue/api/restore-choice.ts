import { type ChoiceList, restoreChoice as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

export const restoreChoice = (list: ChoiceList, id: number) => call(endpoint, { params: { list, id } });
