import { personPhoto } from '@portal/contract/office/people';

export const photoAddress = (id: number): string => personPhoto.path.replace(':id', `${id}`);
