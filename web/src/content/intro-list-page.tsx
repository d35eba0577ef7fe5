/** 課程介紹. */
export const IntroListPage = () => <h1>課程介紹</h1>;
