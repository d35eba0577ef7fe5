/** `a••@example.com`: enough to know one's own mailbox by. */
export const maskedMailbox = (address: string): string => address.replace(/^(.).*(?=@)/u, '$1•••');
