/** 報名資訊. */
export const FinishPage = () => <h1>報名資訊</h1>;
