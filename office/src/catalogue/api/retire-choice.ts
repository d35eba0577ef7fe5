import { type ChoiceList, retireChoice as endpoint } from '@portal/contract/office/choices';
import { call } from '../../platform/call.ts';

export const retireChoice = (list: ChoiceList, id: number) => call(endpoint, { params: { list, id } });
