/** All that editors see of the site's contents. */
export const contentKey = ['content'] as const;
