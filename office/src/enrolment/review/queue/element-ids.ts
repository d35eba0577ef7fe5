export const QUEUE_HEADING = 'review-queue';

export const rowElementId = (id: number): string => `review-${id}`;
