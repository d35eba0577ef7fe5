/** 線上報名(個人). */
export const ConfirmPage = () => <h1>線上報名(個人)</h1>;
