/** The fields of each form about a person whom the branch knows or has identified. */
export interface ChosenPersonValues {
  kind: 'known' | 'identified' | 'new';
  accountId: string;
}
